/** Looks at the proxy in front as a visitor and an attacker do (ASVS V4.1.2, V12.1 and V12.2). */
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { type ConnectionOptions, connect, type PeerCertificate } from 'node:tls';
import { pluralText } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';

const TIMEOUT_MS = 5_000;
/** Whoever renews automatically does so a month before. */
const LEAST_DAYS = 14;
/** Mozilla's recommendation «intermediate» (version 5.7); TLS 1.3 has no others. */
const RECOMMENDED = [
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ...['DHE-RSA-AES128-GCM-SHA256', 'DHE-RSA-AES256-GCM-SHA384', 'DHE-RSA-CHACHA20-POLY1305'],
];
/** What must not be answered in plain text, nor redirected: nobody would notice. */
const CALLS = ['/api', '/token-api', '/partner/v1', '/webhooks'];

export interface Finding {
  subject: 'certificate' | 'versions' | 'ciphers' | 'hsts' | 'pages' | 'calls' | 'api_host';
  ok: boolean;
  /** German, one sentence. */
  text: string;
}

export interface Target {
  publicUrl: string;
  apiHost?: string | undefined;
  /** Connects here instead of where the names lead, as before their entries point to the proxy. */
  address?: string | undefined;
  /** Where plain text is answered. */
  plainPort: number;
  now: Date;
  /** Authorities that are trusted besides those of the system. */
  ca?: string | undefined;
  /** How long a handshake waits for an answer. */
  timeoutMs?: number | undefined;
}

/** @throws Error when nothing at `publicUrl` speaks TLS at all */
export async function probeProxy(target: Target): Promise<Finding[]> {
  const first = await handshake(target, {});
  if (!first.secured) throw first.error;
  const certificate = certificateFinding(first, target.now);
  return [
    certificate,
    await versions(target),
    await ciphers(target),
    await hsts(target),
    await pages(target),
    await calls(target),
    ...(target.apiHost === undefined ? [] : [await apiHost(target, target.apiHost)]),
  ];
}

type Handshake =
  | { secured: true; authorized: boolean; reason: string; peer: PeerCertificate }
  /** `silent`: nobody answered, which is no refusal. */
  | { secured: false; silent: boolean; error: Error };

const hostOf = ({ publicUrl }: Target) => new URL(publicUrl).hostname;
const portOf = ({ publicUrl }: Target) => Number(new URL(publicUrl).port || 443);

function handshake(target: Target, options: ConnectionOptions): Promise<Handshake> {
  const host = hostOf(target);
  return new Promise((done) => {
    const socket = connect({
      host: target.address ?? host,
      port: portOf(target),
      servername: /^[\d.]+$|:/.test(host) ? '' : host,
      // Looked at below: a distrusted certificate must not hide what else is wrong.
      rejectUnauthorized: false,
      ...(target.ca !== undefined && { ca: target.ca }),
      ...options,
    });
    let silent = false;
    socket.setTimeout(target.timeoutMs ?? TIMEOUT_MS, () => {
      silent = true;
      socket.destroy(new Error('no answer'));
    });
    socket.once('secureConnect', () => {
      const { authorized, authorizationError } = socket;
      const peer = socket.getPeerCertificate();
      done({ secured: true, authorized, reason: String(authorizationError ?? ''), peer });
      socket.destroy();
    });
    const fail = (error: Error) => done({ secured: false, silent, error });
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('connection closed')));
  });
}

function certificateFinding(
  { authorized, reason, peer }: Extract<Handshake, { secured: true }>,
  now: Date,
): Finding {
  const subject = 'certificate';
  if (!authorized)
    return { subject, ok: false, text: `Browser vertrauen dem Zertifikat nicht: ${reason}.` };
  const days = Math.floor((new Date(peer.valid_to).getTime() - now.getTime()) / DAY_MS);
  return days < LEAST_DAYS
    ? {
        subject,
        ok: false,
        text: `Das Zertifikat läuft in ${pluralText(Math.max(days, 0), 'Tag', 'Tagen')} ab.`,
      }
    : { subject, ok: true, text: `Das Zertifikat gilt noch ${pluralText(days, 'Tag', 'Tage')}.` };
}

const SILENT = 'antwortet niemand: Ob der Proxy das ablehnt, ist offen.';

/** Security level 0, because Node would not offer these by itself. */
async function versions(target: Target): Promise<Finding> {
  const subject = 'versions';
  const old = await handshake(target, {
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'ALL:@SECLEVEL=0',
  });
  if (old.secured) return { subject, ok: false, text: 'TLS 1.1 oder 1.0 wird angenommen.' };
  if (old.silent) return { subject, ok: false, text: `Auf TLS 1.1 und 1.0 ${SILENT}` };
  const newest = await handshake(target, { minVersion: 'TLSv1.3' });
  if (newest.secured)
    return { subject, ok: true, text: 'TLS 1.3 wird angenommen, 1.1 und 1.0 werden abgelehnt.' };
  const text = newest.silent ? `Auf TLS 1.3 ${SILENT}` : 'TLS 1.3 wird abgelehnt.';
  return { subject, ok: false, text };
}

async function ciphers(target: Target): Promise<Finding> {
  const ciphers = ['ALL', ...RECOMMENDED.map((name) => `!${name}`), '@SECLEVEL=0'].join(':');
  const weak = await handshake(target, {
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.2',
    ciphers,
  });
  const subject = 'ciphers';
  const others = 'Verfahren, die Mozilla nicht empfiehlt,';
  if (weak.secured) return { subject, ok: false, text: `${others} werden angenommen.` };
  return weak.silent
    ? { subject, ok: false, text: `Auf ${others} ${SILENT}` }
    : { subject, ok: true, text: 'Nur Verfahren, die Mozilla empfiehlt, werden angenommen.' };
}

async function hsts(target: Target): Promise<Finding> {
  const answer = await ask(target, { tls: true, host: new URL(target.publicUrl).host, path: '/' });
  // An age of zero switches it off.
  const ok = /\bmax-age="?0*[1-9]/i.test(hstsOf(answer) ?? '');
  return { subject: 'hsts', ok, text: `Seiten kommen ${ok ? 'mit' : 'ohne'} HSTS an.` };
}

async function pages(target: Target): Promise<Finding> {
  const subject = 'pages';
  const host = hostOf(target);
  const answer = await ask(target, { host, path: '/auth/login' });
  if (answer === undefined)
    return { subject, ok: true, text: 'Im Klartext antwortet niemand auf Seiten.' };
  const location = answer.headers.location ?? '';
  if (![301, 308].includes(answer.statusCode!) || !location.startsWith('https://'))
    return {
      subject,
      ok: false,
      text: `Eine Seite im Klartext bekommt ${answer.statusCode} statt einer Umleitung auf https.`,
    };
  const to = URL.parse(location);
  return to?.hostname === host && to.pathname === '/auth/login'
    ? { subject, ok: true, text: 'Seiten im Klartext werden auf https umgeleitet.' }
    : { subject, ok: false, text: `Seiten im Klartext werden auf ${location} umgeleitet.` };
}

async function calls(target: Target): Promise<Finding> {
  const host = hostOf(target);
  const answered = await refusedIn(target, host, CALLS);
  return {
    subject: 'calls',
    ok: answered === undefined,
    text: answered ?? 'Aufrufe im Klartext werden abgelehnt.',
  };
}

async function apiHost(target: Target, host: string): Promise<Finding> {
  const answered = await refusedIn(target, host, ['/']);
  return {
    subject: 'api_host',
    ok: answered === undefined,
    text: answered ?? `Aufrufe an ${host} im Klartext werden abgelehnt.`,
  };
}

const hstsOf = (answer: IncomingMessage | undefined) =>
  answer?.headers['strict-transport-security'];

/**
 * The first path that is answered or redirected in plain text, in words. A refusal with HSTS is the
 * portal's own: the proxy has passed the call on, and another one would have been answered.
 */
async function refusedIn(
  target: Target,
  host: string,
  paths: string[],
): Promise<string | undefined> {
  for (const path of paths)
    for (const method of ['GET', 'POST']) {
      const answer = await ask(target, { host, path, method });
      const status = answer?.statusCode;
      if (status !== undefined && (status < 400 || status >= 500))
        return `${method} ${path} im Klartext bekommt ${status} statt einer Ablehnung.`;
      if (hstsOf(answer) !== undefined)
        return `${method} ${path} im Klartext erreicht das Portal, statt abgelehnt zu werden.`;
    }
  return undefined;
}

interface Question {
  tls?: true;
  host: string;
  path: string;
  method?: string;
}

/** The head of the answer; undefined when nobody answers. */
function ask(
  target: Target,
  { tls, host, path, method = 'GET' }: Question,
): Promise<IncomingMessage | undefined> {
  const [name] = host.split(':');
  const to = {
    host: target.address ?? name!,
    port: tls ? portOf(target) : target.plainPort,
    path,
    method,
    headers: { host },
    agent: false as const,
    timeout: TIMEOUT_MS,
  };
  return new Promise((done) => {
    const request = tls
      ? requestTls({ ...to, servername: name!, rejectUnauthorized: false })
      : requestPlain(to);
    request
      .on('response', (response) => {
        response.destroy();
        done(response);
      })
      .on('timeout', () => request.destroy(new Error('no answer')))
      .on('error', () => done(undefined))
      .end();
  });
}
