/**
 * Replaces `globalThis` for a library (zod) that stores settings there, which n8n's scanner
 * forbids.
 */
const everything = {};
export { everything as globalThis };
