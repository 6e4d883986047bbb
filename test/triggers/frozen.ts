/** Runs a trigger once and ends itself the moment Zapier has the result: the harshest freeze. */
import app from '../../index.ts';
import { runner } from '../../zapier/local/runner.ts';

const [method = '', bundle = '', event = ''] = process.argv.slice(2);
const run = runner(app, JSON.parse(event) as object);
const results = await run<unknown[]>(method, JSON.parse(bundle) as object);
process.stdout.write(`${results.length}`);
process.kill(process.pid, 'SIGKILL');
