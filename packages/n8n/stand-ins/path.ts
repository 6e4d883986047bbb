/** The part of `node:path` that `content-disposition` uses. */
export const basename = (path: string): string => path.replace(/\/+$/, '').split('/').pop() ?? '';
