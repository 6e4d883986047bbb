/**
 * What the operations need of `zapier-platform-core`, for a bundle without it: the errors, and the
 * functions that only give types to a definition.
 */
const named = (name: string) =>
  class extends Error {
    override name = name;
  };

/** As the platform has it, the message carries the seconds to wait. */
class ThrottledError extends named('ThrottledError') {
  constructor(message: string, delay: number) {
    super(JSON.stringify({ message, delay }));
  }
}
class PlainError extends named('AppError') {
  constructor(message: string) {
    super(JSON.stringify({ message }));
  }
}

export const errors = {
  HaltedError: named('HaltedError'),
  ExpiredAuthError: named('ExpiredAuthError'),
  ThrottledError,
  Error: PlainError,
};

const same = <T>(definition: T): T => definition;
export const defineApp = same;
export const defineCreate = same;
export const defineInputFields = same;
export const defineSearch = same;
export const defineTrigger = same;
export const version = '';
