import type { LookupAddress, lookup } from 'node:dns';
import { expect, test } from 'vitest';
import { receiver } from '../testing/partners/receiver.ts';
import { isPublic, post, targetProblem } from './outgoing.ts';

const message = (url: string) => ({
  url,
  headers: { 'webhook-id': '1' },
  body: '{"type":"x","data":{"id":"1"}}',
});
/** A DNS lookup that returns these addresses. */
const names = (...addresses: string[]) =>
  ((_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup;

test.each([
  ...[
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...[
    '192.168.1.1',
    '192.0.2.7',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
  ],
  ...[
    '::ffff:8.8.8.8',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '64:ff9b::a00:1',
  ],
  ...['localhost', '', '8.8.8'],
])('%s is not a public address [decisions 7]', (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each([
  '8.8.8.8',
  '172.32.0.1',
  '192.167.1.1',
  '100.128.0.1',
  '2001:4860:4860::8888',
  '2a00:1450:400a::1',
])('%s is a public address [decisions 7]', (address) => expect(isPublic(address)).toBe(true));

test.each([
  ...[
    'http://partner.ch/webhook',
    'https://localhost/webhook',
    'https://127.0.0.1/webhook',
    'https://[::1]/webhook',
  ],
  ...[
    'https://10.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://partner.internal/',
    'https://partner.local/',
  ],
  ...[
    'https://name:pass@partner.ch/',
    'ftp://partner.ch/',
    'file:///etc/passwd',
    'partner.ch/webhook',
    '',
    'https://',
  ],
  ...[`https://partner.ch/${'x'.repeat(500)}`, 'https://router/', 'http://localhost:3001/webhook'],
])('in production nothing is sent to %s [decisions 7]', async (address) => {
  expect(targetProblem(address, false)).not.toBeNull();
  expect(await post(message(address), { local: false })).toEqual({
    failure: 'the address is not allowed',
  });
});

test('in development loopback addresses are allowed, other private ones are not [decisions 7]', () => {
  for (const address of [
    'http://localhost:3001/webhook',
    'http://127.0.0.1:3001/',
    'https://partner.ch/webhook',
  ])
    expect(targetProblem(address, true), address).toBeNull();
  for (const address of [
    'http://partner.ch/',
    'http://10.0.0.1/',
    'http://me:secret@localhost/',
    'http://router/',
  ])
    expect(targetProblem(address, true), address).not.toBeNull();
  expect(targetProblem('https://partner.ch:8443/webhook?of=samtrot', false)).toBeNull();
});

test.each([[['10.0.0.7']], [['127.0.0.1']], [['::1']], [['8.8.8.8', '192.168.0.1']], [[]]])(
  'a public name that resolves to %s is refused after the lookup [decisions 7]',
  async (addresses) => {
    const outcome = await post(message('https://partner.ch/webhook'), {
      local: false,
      resolve: names(...addresses),
    });
    expect(outcome).toEqual({ failure: 'its name leads to no public address' });
  },
);

test('the checked address is the one connected to; private ones are refused in development [decisions 7]', async () => {
  await using partner = await receiver();
  const there = await post(message(partner.url), { local: true, resolve: names('127.0.0.1') });
  expect(there).toEqual({ status: 204 });
  const elsewhere = await post(message(partner.url), { local: true, resolve: names('10.0.0.7') });
  expect(elsewhere).toEqual({ failure: 'its name leads to no public address' });
  expect(partner.messages).toHaveLength(1);
});

test('a late or endless response is cut off after the timeout [decisions 7]', async () => {
  await using partner = await receiver();
  partner.behaviour.answer = () => {};
  expect(await post(message(partner.url), { local: true, timeoutMs: 50 })).toEqual({
    failure: 'no answer within 0.05 s',
  });
  let closed!: () => void;
  const cut = new Promise<void>((done) => {
    closed = done;
  });
  partner.behaviour.answer = (response) => {
    response.on('close', closed);
    response.writeHead(200);
    const flood = () => {
      while (response.write('x'.repeat(16_384)));
    };
    response.on('drain', flood).on('error', () => {});
    flood();
  };
  expect(await post(message(partner.url), { local: true })).toEqual({ status: 200 });
  await cut;
});
