/** What a library asks for that n8n's scanner allows in no package: zod keeps settings of its own there. */
const everything = {};
export { everything as globalThis };
