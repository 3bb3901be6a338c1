import { createServer, type Server, type Socket } from 'node:net';

/**
 * How the server treats a connection: accepts the mail, accepts it late, is busy, refuses the
 * recipient, drops after the text, or never responds.
 */
export type SmtpMode = 'ok' | 'slow' | 'busy' | 'refuse' | 'drop' | 'silent';
const THINKS_MS = 300;

export interface ReceivedMail {
  from: string;
  recipients: string[];
  /** Headers and body as they came over the line. */
  raw: string;
}

/** A small mail server on a free port that keeps what it accepted. */
export async function smtpServer() {
  let mode: SmtpMode = 'ok';
  let conversations = 0;
  const accepted: ReceivedMail[] = [];
  const open = new Set<Socket>();
  const connect = (socket: Socket) => {
    conversations++;
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    converse(socket, () => mode, accepted);
  };
  const listen = (port: number) =>
    new Promise<Server>((ready) => {
      const server = createServer(connect).listen(port, '127.0.0.1', () => ready(server));
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

function converse(socket: Socket, mode: () => SmtpMode, accepted: ReceivedMail[]): void {
  let mail: ReceivedMail = { from: '', recipients: [], raw: '' };
  let text = '';
  let inText = false;
  const say = (line: string) => socket.write(`${line}\r\n`);

  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') return say('250-mail.test\r\n250 8BITMIME');
    if (verb === 'MAIL') mail = { from: addressIn(line), recipients: [], raw: '' };
    if (verb === 'RCPT') {
      if (mode() === 'refuse') return say('550 5.7.1 refused');
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
  say('220 mail.test ESMTP');
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
