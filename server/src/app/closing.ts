import type { FastifyInstance } from 'fastify';

const DRAIN_MS = 10_000;
/** A server that never stops being busy must end, too. */
const BACKLOG_MS = 1_000;

/** On close, requests in flight are answered and idle connections closed; slow ones are cut off. */
export function endConnectionsOnClose(server: FastifyInstance): void {
  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => server.server.closeAllConnections(), DRAIN_MS).unref();
    await backlogTaken(server.server);
  });
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/**
 * Closes the listener in the first turn of the event loop that found no connection waiting: Node
 * takes one in each turn, and the kernel resets those that still wait then, with requests that a
 * proxy may not repeat (RUN-10).
 */
function backlogTaken(listener: FastifyInstance['server']): Promise<void> {
  if (!listener.listening) return Promise.resolve();
  const deadline = performance.now() + BACKLOG_MS;
  let isTaking = true;
  const onConnection = () => {
    isTaking = true;
  };
  listener.on('connection', onConnection);
  return new Promise((done) => {
    const look = () => {
      if (isTaking && performance.now() < deadline) {
        isTaking = false;
        setImmediate(look);
        return;
      }
      listener.off('connection', onConnection);
      listener.close();
      done();
    };
    setImmediate(look);
  });
}
