/**
 * Notices that Redis has lost its data, for example after a restart without persistence: it has a
 * mark without an end, which n8n's folder remembers.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { throttle } from '../../client/basics/errors.ts';
import { hostSetting } from './host-setting.ts';

/** The mark that an operator sets after a loss. All processes then go on. */
const accepted = 'accepted';

const file = () =>
  join(hostSetting('N8N_USER_FOLDER') || homedir(), '.n8n', 'compliance-onboarding-redis');

/** The mark of this process, which its folder keeps for the next one. */
function openMemory() {
  let latest: string | undefined;
  return {
    read(): string | undefined {
      try {
        return (latest ??= readFileSync(file(), 'utf8'));
      } catch {
        return undefined;
      }
    },
    write(mark: string): void {
      latest = mark;
      try {
        writeFileSync(file(), mark);
      } catch {
        // In a folder that nobody may write, the process alone remembers.
      }
    },
  };
}

/** Seconds of a wait that only an operator ends. */
const later = 3600;

/** @returns the check of one process. */
export function openMark() {
  const memory = openMemory();
  /**
   * Compares the mark in Redis with the one of this process. The first process makes it.
   * @param found the mark in Redis.
   * @param make sets a mark unless there is one. @returns the mark in Redis.
   * @throws OperationError if Redis has lost it.
   */
  return async (
    key: string,
    found: string | null,
    make: (mark: string) => Promise<string | null>,
  ): Promise<void> => {
    const mine = memory.read();
    const mark = found ?? (mine === undefined ? await make(randomUUID()) : null);
    if (mark === mine) return;
    if (mark === null || (mine !== undefined && mark !== accepted)) {
      throw throttle(
        `Redis has lost what the nodes remembered, so a case could be made twice. Nothing was made. Look in the service which deals of the last seven days have a case, then run "redis-cli set ${key} ${accepted}" and {{replay}}.`,
        later,
        'nothing',
      );
    }
    memory.write(mark);
  };
}
