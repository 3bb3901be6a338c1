import { expect, test } from 'vitest';
import { parseMail } from './parse-mail.ts';

const OWN = 'noreply@samtrot.example';
const parse = (head: string, body = 'Hallo', oversized = false) =>
  parseMail({ bytes: Buffer.from(`${head}\r\n\r\n${body}`), oversized }, OWN);
const FROM = 'From: Lena <lena@beispiel.ch>';

test('addresses come from To, Cc, Delivered-To and X-Original-To only [BOF-85]', async () => {
  const head = [
    FROM,
    'To: "a@falsch.ch, b" <to@x.ch>, Gruppe: in@x.ch;',
    'Cc: cc@x.ch',
    'Delivered-To: delivered@x.ch',
    'X-Original-To: original@x.ch',
    'Reply-To: falsch@x.ch',
    'Bcc: falsch@x.ch',
    'Subject: falsch@x.ch',
  ].join('\r\n');
  const { recipients } = await parse(head);
  expect(recipients).toEqual([
    ...['to@x.ch', 'in@x.ch', 'cc@x.ch', 'delivered@x.ch', 'original@x.ch'],
  ]);
});

test.each([
  ['Auto-Submitted: auto-replied'],
  ['Auto-Submitted: auto-generated'],
  ['Precedence: bulk'],
  ['Precedence: Junk'],
  ['List-Id: <liste.beispiel.ch>'],
  ['Return-Path: <>'],
  ['Content-Type: multipart/report; boundary=x'],
])('a mail with %s was written by a program [BOF-85]', async (line) => {
  expect((await parse(`${FROM}\r\n${line}`)).automatic).toBe(true);
});

test('a mail of a person is not automatic, one of our own is [BOF-85]', async () => {
  for (const line of ['Auto-Submitted: no', 'Return-Path: <lena@beispiel.ch>', 'X: y'])
    expect((await parse(`${FROM}\r\n${line}`)).automatic).toBe(false);
  expect((await parse('From: Samtrot <NoReply@samtrot.example>')).automatic).toBe(true);
});

test('a mail in HTML alone becomes text without styles, scripts and tags [BOF-85]', async () => {
  const html =
    '<html><head><title>t</title><style>p{}</style></head><body><p>Guten&nbsp;Tag<br>1 &lt; 2 &amp;amp; 3</p><script>alert(1)</script><ul><li>eins</li><li>zwei<img src="https://x.ch/z"></li></ul></body></html>';
  const { text } = await parse(`${FROM}\r\nContent-Type: text/html; charset=utf-8`, html);
  expect(text).toBe('Guten Tag\n1 < 2 &amp; 3\neins\nzwei');
});

test('HTML with many open tags is read in time that grows with its length [BOF-85]', async () => {
  const html = '<br '.repeat(200_000);
  const { text } = await parse(`${FROM}\r\nContent-Type: text/html`, html);
  expect(text.length).toBeLessThan(html.length);
});

test('of an oversized mail nothing but its header is taken [BOF-85]', async () => {
  const mail = await parse(`${FROM}\r\nSubject: Gross`, '', true);
  expect(mail).toMatchObject({
    subject: 'Gross',
    text: '',
    attachments: [],
    headOnly: 'oversized',
  });
});

test('without a usable sender there is none [BOF-85]', async () => {
  expect((await parse('Subject: x')).from).toBeNull();
});

test.each([
  [
    'nested',
    Array.from(
      { length: 100 },
      (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
    ).join(''),
  ],
  ['divided', '--b0\r\n\r\n\r\n'.repeat(200_000)],
  ['long in lines', '\r\n'.repeat(500_000)],
])(
  'of a mail that is %s beyond measure nothing but its header is taken [BOF-85]',
  async (_, body) => {
    const head = `${FROM}\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b0`;
    expect(await parse(head, body)).toMatchObject({
      subject: 'x',
      text: '',
      attachments: [],
      headOnly: 'malformed',
      from: { address: 'lena@beispiel.ch' },
    });
  },
);

test.each([
  ['of lines that begin like parts', '--x: 1\r\n'.repeat(6000)],
  ['of 3 MB', `X: ${'x'.repeat(900)}\r\n`.repeat(3400)],
  ['of 3 MB in one line', `X: ${'x'.repeat(3_000_000)}\r\n`],
])('a header %s does not keep the mail from being taken [BOF-85]', async (_, lines) => {
  const head = `${FROM}\r\nSubject: x\r\n${lines}Y: 1`;
  for (const [source, oversized] of [
    [`${head}\r\n\r\nHallo`, false],
    [head, true],
    [`${head}\r\n\r\nHallo`.replaceAll('\r\n', '\n'), false],
  ] as const)
    expect(await parseMail({ bytes: Buffer.from(source), oversized }, OWN)).toMatchObject({
      subject: 'x',
      text: '',
      headOnly: oversized ? 'oversized' : 'malformed',
      from: { address: 'lena@beispiel.ch' },
    });
});
