/** A multipart body with one file as `file` (RFC 7578), in the same format as the package `form-data`. */
import { randomBytes } from 'node:crypto';

/** What stands around the file, and its headers. @param name without quotes and control signs. */
export function multipart(name: string, contentType: string, length?: number) {
  const boundary = `--------------------------${randomBytes(12).toString('hex')}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${contentType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const whole = length === undefined ? undefined : head.length + length + tail.length;
  return {
    head,
    tail,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(whole !== undefined && { 'content-length': `${whole}` }),
    },
  };
}
