import { connect, type Socket } from 'node:net';

export interface RawRequest {
  /** POST by default. */
  method?: string;
  path: string;
  body: string;
  headers?: Record<string, string>;
}

/**
 * Sends all requests to a listening server but for the last byte of each, waits until the server
 * holds them all, and then releases them together, so that they run concurrently. Returns the
 * statuses.
 */
export async function race(port: number, requests: readonly RawRequest[]): Promise<number[]> {
  const parked = await Promise.all(requests.map((request) => park(port, request)));
  await new Promise((go) => setTimeout(go, 30));
  for (const { socket, lastByte } of parked) socket.write(lastByte);
  return Promise.all(parked.map(({ status }) => status));
}

/**
 * The same, repeating those with a 503, as a client does: under load waits for locks time out,
 * without any effect.
 */
export async function raceRepeated(
  port: number,
  requests: readonly RawRequest[],
): Promise<number[]> {
  const statuses = await race(port, requests);
  for (let busy = busyOf(statuses); busy.length > 0; busy = busyOf(statuses)) {
    const again = await race(
      port,
      busy.map((index) => requests[index]!),
    );
    for (const [nth, index] of busy.entries()) statuses[index] = again[nth]!;
  }
  return statuses;
}

const busyOf = (statuses: readonly number[]) =>
  statuses.flatMap((status, index) => (status === 503 ? [index] : []));

interface Parked {
  socket: Socket;
  lastByte: Buffer;
  status: Promise<number>;
}

async function park(
  port: number,
  { method = 'POST', path, body, headers = {} }: RawRequest,
): Promise<Parked> {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const raw = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const status = new Promise<number>((done, fail) => {
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.once('error', fail).once('close', () => done(Number(answer.slice(9, 12))));
  });
  status.catch(() => {});
  await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail));
  socket.write(raw.subarray(0, -1));
  return { socket, lastByte: raw.subarray(-1), status };
}
