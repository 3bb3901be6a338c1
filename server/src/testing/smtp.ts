import { createServer, type Socket } from 'node:net';

/** How the server treats whoever connects: takes the mail, is busy, refuses the recipient, or vanishes after the text. */
export type SmtpMode = 'ok' | 'busy' | 'refuse' | 'drop';

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
  const server = createServer((socket) => {
    conversations++;
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    converse(socket, () => mode, accepted);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    conversations: () => conversations,
    set(next: SmtpMode) {
      mode = next;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
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
        say('250 taken');
      }
    }
  });
}

const addressIn = (line: string) => line.match(/<([^>]*)>/)?.[1] ?? '';
