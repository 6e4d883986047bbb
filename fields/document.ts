/** A document and the file in it: fields, download and multipart body. */
import FormData from 'form-data';
import { errors, type ZObject } from 'zapier-platform-core';

import { errorFromNetwork } from '../api/errors.ts';
import { profile } from '../api/profile.ts';
import { suggestions } from './choices.ts';
import { requiredText, toText, type Input } from './values.ts';

export const documentFields = [
  {
    key: 'file',
    label: 'File',
    type: 'file' as const,
    required: true,
    helpText:
      'File from an earlier step, or the web address of one. Text that is no address is sent as a text file.',
  },
  () => [
    {
      key: 'type',
      label: 'Document Type',
      required: true,
      choices: suggestions('documentTypes'),
      helpText: 'What the document is, for example ID. Your account may use further types.',
    },
    {
      key: 'application_id',
      label: 'Case',
      helpText:
        'Case to which the document is attached. Fill in exactly one of Case, Person and Business.',
    },
    {
      key: 'person_id',
      label: 'Person',
      helpText: 'Related person to whom it is attached. Map "Person" from Add Related Person.',
    },
    {
      key: 'business_id',
      label: 'Business',
      helpText:
        'Related business to which it is attached. Map "Business" from Add Related Business.',
    },
  ],
];

/** The one thing the document belongs to. @throws HaltedError for none or several. */
export function toTarget(input: Input): Record<string, string> {
  const targets = ['application_id', 'person_id', 'business_id'].flatMap((key) => {
    const id = toText(input[key]);
    return id ? [[key, id] as const] : [];
  });
  if (targets.length !== 1) {
    throw new errors.HaltedError(
      `Fill in exactly one of Case, Person and Business; ${targets.length || 'none'} of them ${targets.length > 1 ? 'are' : 'is'} filled in.`,
    );
  }
  return Object.fromEntries(targets);
}

/** Characters that would break the multipart header become "_". */
const safeName = (name: string) => name.replace(/[\p{Cc}"\\/]/gu, '_').slice(-150);

function nameOf(url: URL, disposition: string | null): string {
  const encoded = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  const last = url.pathname.split('/').pop();
  const name = [encoded, plain, last].find((candidate) => candidate?.trim()) ?? 'document';
  try {
    return safeName(decodeURIComponent(name.trim()));
  } catch {
    return safeName(name);
  }
}

/**
 * The multipart body for POST /api/files. A web address is streamed through in constant memory;
 * name and type are kept.
 * @throws HaltedError when the file is empty, expired or a web page.
 */
export async function toForm(z: ZObject, input: Input) {
  const source = requiredText(input.file, 'File');
  const form = new FormData();
  if (!/^https?:\/\//i.test(source)) {
    form.append(profile('fileField'), Buffer.from(source), {
      filename: 'document.txt',
      contentType: 'text/plain; charset=utf-8',
    });
    return {
      body: form,
      headers: { ...form.getHeaders(), 'content-length': `${form.getLengthSync()}` },
    };
  }
  if (!URL.canParse(source)) throw new errors.HaltedError('File: the web address cannot be read.');
  const url = new URL(source);
  const download = {
    url: source,
    raw: true as const,
    // A compressed transfer would announce another length than the file has.
    headers: { 'accept-encoding': 'identity' },
    timeout: Number(profile('timeoutSeconds')) * 1000,
  };
  const response = await z.request(download).catch((cause) => {
    throw errorFromNetwork(cause, url.host);
  });
  const contentType = response.headers.get('content-type') ?? 'application/octet-stream';
  const length = response.headers.get('content-length');
  const disposition = response.headers.get('content-disposition');
  const problem =
    response.status >= 400
      ? `File: its address answers ${response.status}; the link may have expired. Map a fresh one.`
      : length === '0'
        ? 'File is empty.'
        : contentType.startsWith('text/html') && !disposition
          ? 'File: its address leads to a web page, maybe a login, instead of a file.'
          : undefined;
  if (problem) {
    (response.body as unknown as { destroy(): void }).destroy();
    throw new errors.HaltedError(problem);
  }
  form.append(profile('fileField'), response.body, {
    filename: nameOf(url, disposition),
    contentType,
    ...(length && { knownLength: Number(length) }),
  });
  return {
    body: form,
    headers: {
      ...form.getHeaders(),
      ...(length && { 'content-length': `${form.getLengthSync()}` }),
    },
  };
}
