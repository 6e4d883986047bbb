/**
 * Loaded in front of a program by `npm run record`: writes what the program asked of the service to
 * a recording, redacted, when the program ends.
 */
import { readDialect } from '../../service/dialect.ts';
import { writeRecording } from './print.ts';
import { keyIn, startRecording, type Seen } from './recording.ts';

const { RECORD_BASE_URL: base = '', RECORD_FILE: file = '' } = process.env;

const seen: Seen[] = [];
startRecording((one) => {
  if (one.request.url.startsWith(`${base}/`)) seen.push(one);
});

process.on('exit', () => {
  // A program starts others, and they begin like this one: only some of them speak to the service.
  if (!seen.length) return;
  writeRecording(file, seen, {
    tool: 'command',
    base,
    key: keyIn(seen),
    dialect: readDialect(process.env.SERVICE_DIALECT),
  });
});
