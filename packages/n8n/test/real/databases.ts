/** PostgreSQL and Redis of the Debian packages `postgresql` and `redis-server`, on free ports. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { freePort } from '../../../../zapier/local/listen.ts';
import { until } from '../../../../zapier/local/until.ts';

/** PostgreSQL refuses to run as root, so its own user runs it. */
function asPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const versions = '/usr/lib/postgresql';

/** @throws Error that names the Debian packages that are missing. */
export function checkDatabases(): void {
  const hasCommand = (name: string) => !spawnSync(name, ['--version']).error;
  const missing = [
    existsSync(versions) ? [] : 'postgresql',
    ['redis-server', 'redis-cli'].every(hasCommand) ? [] : 'redis-server',
  ].flat();
  if (missing.length) {
    throw new Error(`n8n:real needs PostgreSQL and Redis: apt install ${missing.join(' ')}.`);
  }
}

/** Starts PostgreSQL, with n8n's settings for it. */
export async function startPostgres(folder: string) {
  const bin = (name: string) => join(versions, readdirSync(versions).sort().pop()!, 'bin', name);
  const owner = asPostgres();
  const data = join(folder, 'postgres');
  mkdirSync(data);
  if (owner.uid !== undefined) {
    chownSync(data, owner.uid, owner.gid!);
    chmodSync(folder, 0o711);
  }
  const port = String(await freePort());
  execFileSync(bin('initdb'), ['-D', data, '-U', 'n8n', '--auth=trust', '-N'], {
    ...owner,
    stdio: 'ignore',
  });
  const args = ['-D', data, '-p', port, '-h', '127.0.0.1', '-k', data];
  const server = spawn(bin('postgres'), args, { ...owner, stdio: 'ignore' });
  const create = ['-h', '127.0.0.1', '-p', port, '-U', 'n8n', 'n8n'];
  await until('PostgreSQL', () => spawnSync(bin('createdb'), create).status === 0, { pause: 200 });
  const settings = {
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: '127.0.0.1',
    DB_POSTGRESDB_PORT: port,
    DB_POSTGRESDB_DATABASE: 'n8n',
    DB_POSTGRESDB_USER: 'n8n',
    // With n8n's default of two connections, its own health check times out under load.
    DB_POSTGRESDB_POOL_SIZE: '20',
  };
  /** Runs a statement. @returns its result as text. */
  const run = (statement: string) =>
    execFileSync(
      bin('psql'),
      ['-h', '127.0.0.1', '-p', port, '-U', 'n8n', '-Atqc', statement, 'n8n'],
      { encoding: 'utf8' },
    );
  return {
    server,
    settings,
    run,
    /** The open connections of clients, among them the one that asks. */
    connections: () =>
      Number(run("select count(*) from pg_stat_activity where backend_type = 'client backend'")),
  };
}

/** Starts Redis, with n8n's settings for queue mode. */
export async function startRedis(folder: string) {
  const port = String(await freePort());
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const server = spawn('redis-server', args, { stdio: 'ignore' });
  /** Runs a command. */
  const run = (...command: string[]) =>
    execFileSync('redis-cli', ['-p', port, ...command], { stdio: 'ignore' });
  return {
    server,
    run,
    settings: {
      EXECUTIONS_MODE: 'queue',
      QUEUE_BULL_REDIS_HOST: '127.0.0.1',
      QUEUE_BULL_REDIS_PORT: port,
      N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
      OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
    },
    /** Deletes the keys of the nodes, not those of the queue. */
    empty() {
      const script =
        "for _, key in ipairs(redis.call('keys', ARGV[1])) do redis.call('del', key) end";
      const all = '*compliance-onboarding*';
      run('eval', script, '0', all);
    },
  };
}

export type Redis = Awaited<ReturnType<typeof startRedis>>;
