/**
 * The folder with a sandbox's data. Only its owner can read it, and one sandbox uses it at a time.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folders of the sandboxes in this process. */
const open = new Set<string>();

/**
 * True while the process in the lock runs. A killed process leaves its lock, perhaps an empty one.
 */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Opens the folder. Two sandboxes with one folder would deliver every event twice.
 * @throws Error with advice if another sandbox uses it.
 */
export function openFolder(path: string) {
  const folder = resolve(path);
  const lock = join(folder, 'sandbox.lock');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const writeLock = () => writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
  try {
    writeLock();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const pid = Number(readFileSync(lock, 'utf8'));
    if (open.has(folder) || (pid !== process.pid && isAlive(pid))) {
      throw new Error(
        `Another sandbox (process ${pid}) uses ${folder}. Stop it, or choose another SANDBOX_FOLDER.`,
        { cause: error },
      );
    }
    rmSync(lock);
    writeLock();
  }
  open.add(folder);
  return {
    database: join(folder, 'sandbox.db'),
    close() {
      open.delete(folder);
      rmSync(lock, { force: true });
    },
  };
}
