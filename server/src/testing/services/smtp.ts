import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

/**
 * How the server treats a connection: accepts the mail, accepts it late, is busy, refuses the
 * recipient, does not know it or has no room for it, drops after the text, or never responds.
 */
export type SmtpMode = 'ok' | 'slow' | 'busy' | 'refuse' | 'unknown' | 'full' | 'drop' | 'silent';
const THINKS_MS = 300;

export interface ReceivedMail {
  from: string;
  recipients: string[];
  /** Headers and body as they came over the line. */
  raw: string;
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
/** For 127.0.0.1 and 0.0.0.0, signed by itself. */
export const CERTIFICATE_FILE = join(import.meta.dirname, 'smtp-certificate.pem');
export const CERTIFICATE = read('smtp-certificate.pem');
export const CERTIFICATE_KEY = read('smtp-key.pem');

/**
 * A small mail server on a free port that keeps what it accepted; with `starttls` it offers TLS.
 */
export async function smtpServer({ starttls = false } = {}) {
  let mode: SmtpMode = 'ok';
  let conversations = 0;
  let secured = 0;
  const commands: string[] = [];
  const accepted: ReceivedMail[] = [];
  const open = new Set<Socket>();
  const connect = (socket: Socket) => {
    conversations++;
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    const onSecured = () => secured++;
    converse(socket, { mode: () => mode, accepted, commands, starttls, onSecured });
  };
  const listen = (port: number) =>
    new Promise<Server>((ready) => {
      const server = createServer({ noDelay: true }, connect).listen(port, '127.0.0.1', () =>
        ready(server),
      );
    });
  let server = await listen(0);
  const { port } = server.address() as { port: number };
  const goAway = async () => {
    for (const socket of open) socket.destroy();
    await new Promise((closed) => server.close(closed));
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    conversations: () => conversations,
    /** Conversations that went on under TLS. */
    secured: () => secured,
    /** The lines it was sent, without those of texts. */
    commands: () => commands,
    set(next: SmtpMode) {
      mode = next;
    },
    /** Nobody listens any more. */
    goAway,
    async comeBack() {
      server = await listen(port);
    },
    [Symbol.asyncDispose]: goAway,
  };
}

interface Conversation {
  mode: () => SmtpMode;
  accepted: ReceivedMail[];
  commands: string[];
  onSecured(): void;
  /** TLS is offered and not begun. */
  starttls: boolean;
  /** The conversation went on under TLS and has been greeted. */
  secured?: boolean;
}

function converse(socket: Socket, conversation: Conversation): void {
  const { mode, accepted, starttls, secured } = conversation;
  let mail: ReceivedMail = { from: '', recipients: [], raw: '' };
  let text = '';
  let inText = false;
  const say = (line: string) => socket.write(`${line}\r\n`);

  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    conversation.commands.push(line);
    if (verb === 'EHLO')
      return say(`250-mail.test\r\n${starttls ? '250-STARTTLS\r\n' : ''}250 8BITMIME`);
    if (verb === 'STAR') {
      if (!starttls) return say('502 5.5.1 not implemented');
      say('220 go ahead');
      socket.removeAllListeners('data');
      const key = CERTIFICATE_KEY;
      const safe = new TLSSocket(socket, { isServer: true, key, cert: CERTIFICATE });
      safe.on('error', () => {}).once('secure', conversation.onSecured);
      return converse(safe, { ...conversation, starttls: false, secured: true });
    }
    if (verb === 'MAIL') mail = { from: addressIn(line), recipients: [], raw: '' };
    if (verb === 'RCPT') {
      if (mode() === 'refuse') return say('550 5.7.1 refused');
      if (mode() === 'unknown') return say('550 5.1.1 no such user');
      if (mode() === 'full') return say('452 4.2.2 mailbox full');
      mail.recipients.push(addressIn(line));
    }
    if (verb === 'DATA') {
      inText = true;
      return say('354 go ahead');
    }
    say(verb === 'QUIT' ? '221 bye' : '250 ok');
    if (verb === 'QUIT') socket.end();
  };

  if (mode() === 'busy') {
    socket.end('421 4.3.2 try again later\r\n');
    return;
  }
  if (mode() === 'silent') return;
  if (!secured) say('220 mail.test ESMTP');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    for (;;) {
      const end = text.indexOf(inText ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const part = text.slice(0, end);
      text = text.slice(end + (inText ? 5 : 2));
      if (!inText) command(part);
      else if (mode() === 'drop') socket.destroy();
      else {
        inText = false;
        accepted.push({ ...mail, raw: part });
        if (mode() === 'slow') setTimeout(say, THINKS_MS, '250 taken');
        else say('250 taken');
      }
    }
  });
}

const addressIn = (line: string) => line.match(/<([^>]*)>/)?.[1] ?? '';
