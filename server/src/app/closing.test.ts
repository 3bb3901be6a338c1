import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { endConnectionsOnClose } from './closing.ts';

const WAITING = 20;

test('connections that wait while a server ends are answered, none is reset [RUN-10]', async () => {
  const server = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  endConnectionsOnClose(server);
  server.post('/', async () => 'done');
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as { port: number };
  const sockets = Array.from({ length: WAITING }, () => connect(port, '127.0.0.1'));
  const answers = sockets.map(async (socket) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => (text += part));
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    await once(socket, 'close');
    return text.split('\r\n')[0];
  });
  // The kernel has taken all of them, the server none.
  await new Promise((go) => process.nextTick(go));
  const closed = server.close();
  expect(await Promise.all(answers.map((answer) => answer.catch(String)))).toEqual(
    Array(WAITING).fill('HTTP/1.1 200 OK'),
  );
  await closed;
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
});
