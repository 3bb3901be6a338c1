import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerProcess } from './process.ts';

/**
 * A minimal load balancer: the servers in turn, one connection per request, the next server if one
 * refuses.
 */
export function balancer(
  backends: () => readonly Pick<ServerProcess, 'port'>[],
): Promise<{ server: Server; url: string }> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const all = backends();
    const forward = (tries: number) => {
      const { port } = all[(turn + tries) % all.length]!;
      const { method, url, headers } = incoming;
      const onward = ask({
        host: '127.0.0.1',
        port,
        method,
        path: url,
        agent: false,
        headers: { ...headers, connection: 'close' },
      });
      onward.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && tries + 1 < all.length) forward(tries + 1);
        else outgoing.writeHead(502).end(error.code);
      });
      if (method === 'GET') onward.end();
      else incoming.pipe(onward);
    };
    turn++;
    forward(0);
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () =>
      done({ server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    );
  });
}
