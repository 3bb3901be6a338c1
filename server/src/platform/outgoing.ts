/** Requests to addresses that people name: partner websites and the push services of browsers. */
import { type LookupAddress, lookup } from 'node:dns';
import { type ClientRequest, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { webAddressProblem } from '@samtrot/shared/kernel/web-address.ts';

const MAX_LENGTH = 500;
const TIMEOUT_MS = 10_000;
/** Bytes of a response body read before the connection is closed; only its status is used. */
const MAX_ANSWER = 64 * 1024;
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Networks without public addresses: loopback, private, documentation, tunnels, multicast. */
const closed = new BlockList();
for (const [net, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
] as const)
  closed.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(net, bits, 'ipv6');
/** The only allocated part of IPv6; everything else is private, mapped or reserved. */
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4');
  return isIP(address) === 6 && unicast.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
const isLoopback = (address: string) =>
  loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Why an address is refused, or null. Requires https and a public name, or loopback if `local`. */
export function targetProblem(address: string, local: boolean): string | null {
  const url = URL.parse(address);
  if (!url || address.length > MAX_LENGTH) return fieldTexts.format;
  const own = local && /^https?:$/.test(url.protocol) && OWN_NAMES.includes(url.hostname);
  if (own && !url.username && !url.password) return null;
  return address.startsWith('https://')
    ? webAddressProblem(address, MAX_LENGTH)
    : fieldTexts.format;
}

interface Message {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

interface Sent extends Omit<Message, 'body'> {
  method: 'GET' | 'POST';
  body?: Message['body'];
}

interface Options {
  /** Whether loopback addresses are allowed, as in development. */
  local: boolean;
  timeoutMs?: number;
  resolve?: typeof lookup;
}

/** The response status, or why there was none. */
export type Outcome = { status: number } | { failure: string };

/** Posts a message. */
export const post = (message: Message, options: Options): Promise<Outcome> =>
  send({ ...message, method: 'POST' }, options);

/** Asks for a page; only the status of its answer is used. */
export const ask = (url: string, options: Options): Promise<Outcome> =>
  send({ url, headers: { 'user-agent': 'Samtrot/1' }, method: 'GET' }, options);

/**
 * Sends one request. Every resolved address is checked and the checked one is connected to, against
 * DNS rebinding; redirects are not followed.
 */
function send(
  { url, headers, method, body = '' }: Sent,
  { local, timeoutMs = TIMEOUT_MS, resolve = lookup }: Options,
): Promise<Outcome> {
  if (targetProblem(url, local)) return Promise.resolve({ failure: 'the address is not allowed' });
  const allowed = ({ address }: LookupAddress) =>
    isPublic(address) || (local && isLoopback(address));
  const guarded: LookupFunction = (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      if (found.length === 0 || !found.every(allowed)) return done(new Refused(), '', 0);
      if (options.all) done(null, found);
      else done(null, found[0]!.address, found[0]!.family);
    });
  };
  return new Promise((done) => {
    const end = (outcome: Outcome) => {
      done(outcome);
      clearTimeout(timer);
    };
    const call: ClientRequest = (url.startsWith('https:') ? secure : plain)(url, {
      method,
      agent: false,
      lookup: guarded,
      headers: {
        ...headers,
        ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
      },
    });
    const timer = setTimeout(() => {
      end({ failure: `no answer within ${timeoutMs / 1000} s` });
      call.destroy();
    }, timeoutMs);
    call.on('response', (answer) => {
      end({ status: answer.statusCode! });
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER) call.destroy();
      });
      answer.on('error', () => {});
      answer.setTimeout(timeoutMs, () => call.destroy());
    });
    call.on('error', (error: NodeJS.ErrnoException) =>
      end({
        failure: error instanceof Refused ? error.message : (error.code ?? 'the connection broke'),
      }),
    );
    call.end(body);
  });
}

class Refused extends Error {
  override message = 'its name leads to no public address';
}
