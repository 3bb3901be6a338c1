import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { CERTIFICATE } from './smtp.ts';

/**
 * How the server treats a connection: serves it, refuses the login, is busy, never responds, or
 * drops it when a mail is to be read or to be marked as read.
 */
export type ImapMode = 'ok' | 'refuse' | 'busy' | 'silent' | 'drop-fetch' | 'drop-store';

interface StoredMail {
  uid: number;
  raw: Buffer;
  seen: boolean;
  /** The size the server states, for a mail too large to be kept in a test. */
  size: number;
}

export const IMAP_USER = 'support';
export const IMAP_PASSWORD = 'nur für+das@Postfach';

interface Options {
  /** STARTTLS is offered. */
  starttls?: boolean;
  /** Only `LOGIN` works, no `AUTHENTICATE PLAIN`. */
  onlyLogin?: boolean;
}

/** A small IMAP4rev1 server on a free port, with one mailbox INBOX. */
export async function imapServer({ starttls = false, onlyLogin = false }: Options = {}) {
  const state: State = {
    mode: 'ok',
    mails: [],
    commands: [],
    secured: 0,
    starttls,
    onlyLogin,
  };
  const open = new Set<Socket>();
  const server = await new Promise<Server>((ready) => {
    // Without a delay: each line of a response would wait for the one before.
    const listening = createServer({ noDelay: true }, (socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => {});
      converse(socket, state, { secured: false });
    }).listen(0, '127.0.0.1', () => ready(listening));
  });
  const { port } = server.address() as { port: number };
  const user = `${IMAP_USER}:${encodeURIComponent(IMAP_PASSWORD)}`;
  let uids = 100;
  return {
    url: `imap://${user}@127.0.0.1:${port}`,
    port,
    /** The lines it was sent, without logins. */
    commands: state.commands,
    /** Connections that are open. */
    connections: () => open.size,
    /** Conversations that went on under TLS. */
    secured: () => state.secured,
    set(mode: ImapMode) {
      state.mode = mode;
    },
    /** A mail arrives; lines end as on the wire. */
    deliver(raw: string | Buffer, { size }: { size?: number } = {}): number {
      const bytes = typeof raw === 'string' ? Buffer.from(raw.replace(/\r?\n/g, '\r\n')) : raw;
      state.mails.push({ uid: ++uids, raw: bytes, seen: false, size: size ?? bytes.length });
      return uids;
    },
    unread: () => state.mails.filter(({ seen }) => !seen).map(({ uid }) => uid),
    /** Somebody marks all mails as unread. */
    unreadAll() {
      for (const mail of state.mails) mail.seen = false;
    },
    empty() {
      state.mails.length = 0;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

interface State {
  mode: ImapMode;
  mails: StoredMail[];
  commands: string[];
  secured: number;
  starttls: boolean;
  onlyLogin: boolean;
}

const loginIs = (user: string | undefined, password: string | undefined) =>
  user === IMAP_USER && password === IMAP_PASSWORD;

function converse(socket: Socket, state: State, { secured }: { secured: boolean }): void {
  let text = '';
  let selected = false;
  let authenticated = false;
  /** What the next line answers, after a continuation. */
  let waiting: ((line: string) => void) | undefined;
  const say = (line: string) => socket.write(`${line}\r\n`);

  const capabilities = () =>
    [
      'IMAP4rev1',
      ...(state.starttls && !secured ? ['STARTTLS'] : []),
      ...(state.onlyLogin ? [] : ['AUTH=PLAIN', 'SASL-IR']),
    ].join(' ');

  const answerLogin = (tag: string, user?: string, password?: string) => {
    authenticated = state.mode !== 'refuse' && loginIs(user, password);
    say(
      authenticated
        ? `${tag} OK [CAPABILITY ${capabilities()}] logged in`
        : `${tag} NO [AUTHENTICATIONFAILED] invalid credentials`,
    );
  };

  const plain = (tag: string, encoded: string) => {
    const [, user, password] = Buffer.from(encoded, 'base64').toString('utf8').split('\0');
    answerLogin(tag, user, password);
  };

  const secure = (tag: string) => {
    say(`${tag} OK begin`);
    socket.removeAllListeners('data');
    const key = readFileSync(join(import.meta.dirname, 'smtp-key.pem'));
    const safe = new TLSSocket(socket, { isServer: true, key, cert: CERTIFICATE });
    safe.on('error', () => {}).once('secure', () => state.secured++);
    converse(safe, state, { secured: true });
  };

  const chosen = (set: string) =>
    state.mails.filter(({ uid }) =>
      set.split(',').some((range) => {
        const [from, to = from] = range.split(':').map((end) => (end === '*' ? 1e9 : Number(end)));
        return uid >= from! && uid <= to!;
      }),
    );

  const uidCommand = (tag: string, verb: string, rest: string) => {
    if (!selected) return say(`${tag} BAD no mailbox is selected`);
    if (verb === 'SEARCH') {
      const found = state.mails.filter(({ seen }) => !/\bUNSEEN\b/i.test(rest) || !seen);
      say(`* SEARCH${found.map(({ uid }) => ` ${uid}`).join('')}`);
      return say(`${tag} OK done`);
    }
    const [, set = '', items = ''] = /^(\S+) (.*)$/.exec(rest) ?? [];
    if (verb === 'FETCH') {
      for (const mail of chosen(set)) {
        if (state.mode === 'drop-fetch' && /BODY\.PEEK\[\]/i.test(items)) {
          socket.write(`* 1 FETCH (UID ${mail.uid} BODY[] {${mail.raw.length}}\r\nFrom: `);
          return void socket.destroy();
        }
        fetchOne(socket, items, mail, state.mails.indexOf(mail) + 1);
      }
      return say(`${tag} OK done`);
    }
    if (verb === 'STORE') {
      if (state.mode === 'drop-store') return void socket.destroy();
      for (const mail of chosen(set)) if (/^\+FLAGS.*\\Seen/i.test(items)) mail.seen = true;
      return say(`${tag} OK done`);
    }
    return say(`${tag} BAD unknown`);
  };

  const command = (line: string): unknown => {
    const [, tag = '*', verb = '', rest = ''] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? [];
    const name = verb.toUpperCase();
    state.commands.push(/^(LOGIN|AUTHENTICATE)$/.test(name) ? `${tag} ${name}` : line);
    switch (name) {
      case 'CAPABILITY':
        say(`* CAPABILITY ${capabilities()}`);
        return say(`${tag} OK done`);
      case 'STARTTLS':
        return state.starttls && !secured ? secure(tag) : say(`${tag} BAD no TLS`);
      case 'LOGIN': {
        const words = [...rest.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/g)].map(
          ([, quoted, atom]) => quoted?.replace(/\\(.)/g, '$1') ?? atom,
        );
        return answerLogin(tag, words[0], words[1]);
      }
      case 'AUTHENTICATE': {
        const [method, first] = rest.split(' ');
        if (method?.toUpperCase() !== 'PLAIN' || state.onlyLogin)
          return say(`${tag} NO unknown method`);
        if (first !== undefined) return plain(tag, first);
        waiting = (answer) => plain(tag, answer);
        return say('+ ');
      }
      case 'NOOP':
        return say(`${tag} OK done`);
      case 'LOGOUT':
        say('* BYE see you');
        say(`${tag} OK done`);
        return socket.end();
    }
    if (!authenticated) return say(`${tag} NO log in first`);
    switch (name) {
      case 'LIST':
      case 'LSUB':
        say(`* ${name} () "/" INBOX`);
        return say(`${tag} OK done`);
      case 'SELECT':
        if (!/^"?INBOX"?$/i.test(rest)) return say(`${tag} NO [NONEXISTENT] no such mailbox`);
        selected = true;
        say(`* ${state.mails.length} EXISTS`);
        say('* FLAGS (\\Seen \\Deleted)');
        say('* OK [PERMANENTFLAGS (\\Seen \\Deleted)] ok');
        say('* OK [UIDVALIDITY 1] ok');
        say('* OK [UIDNEXT 100000] ok');
        return say(`${tag} OK [READ-WRITE] selected`);
      case 'UID': {
        const [, what = '', more = ''] = /^(\S+) ?(.*)$/.exec(rest) ?? [];
        return uidCommand(tag, what.toUpperCase(), more);
      }
    }
    return say(`${tag} BAD unknown`);
  };

  if (state.mode === 'busy') {
    socket.end('* BYE too many connections\r\n');
    return;
  }
  if (state.mode === 'silent') return;
  if (!secured) say(`* OK [CAPABILITY ${capabilities()}] ready`);
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      const answer = waiting;
      waiting = undefined;
      if (answer) answer(line);
      else command(line);
    }
  });
}

/** One response with what was asked for; bodies are literals. */
function fetchOne(
  socket: Socket,
  items: string,
  { uid, raw, size, seen }: StoredMail,
  sequence: number,
): void {
  const header = raw.subarray(0, raw.indexOf('\r\n\r\n') + 4);
  socket.write(
    `* ${sequence} FETCH (UID ${uid} RFC822.SIZE ${size} FLAGS (${seen ? '\\Seen' : ''})`,
  );
  for (const [asked, name, bytes] of [
    [/BODY\.PEEK\[HEADER\]/i, 'BODY[HEADER]', header],
    [/BODY\.PEEK\[\]/i, 'BODY[]', raw],
  ] as const)
    if (asked.test(items)) {
      socket.write(` ${name} {${bytes.length}}\r\n`);
      socket.write(bytes);
    }
  socket.write(')\r\n');
}
