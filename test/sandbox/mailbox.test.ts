import { linksIn } from '../../sandbox/mail/mailbox.ts';

it.each([
  ['Open https://a.example/portals/x-1_2.', ['https://a.example/portals/x-1_2']],
  [
    '(see https://a.example/a?b=c&d=e), or http://b.example!',
    ['https://a.example/a?b=c&d=e', 'http://b.example'],
  ],
  ['<a href="https://a.example/p?x=1&amp;y=2">Open</a>', ['https://a.example/p?x=1&y=2']],
  ['no address', []],
])('finds the addresses in %j', (text, links) => expect(linksIn(text)).toEqual(links));
