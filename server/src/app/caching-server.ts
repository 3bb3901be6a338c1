import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { App } from './compose.ts';
import { isMisdirected } from './development.ts';
import { bareHeaders } from './failures.ts';

/** Idle timeout of a connection with an unread response. */
const STILL_MS = 60_000;

/**
 * Serves cached partner responses before the framework handles the request, with few headers and no
 * log: a list at 0.94 of bare Fastify instead of 0.48, a 304 at 0.92 instead of 0.42 (decision 41).
 * Concurrent requests are read first, then answered together: the first response wakes the client.
 */
export function cachingServer(
  { config, fromMemory, meter }: App,
  handler: RequestListener,
): Server {
  const bare = bareHeaders(config.publicUrl);
  let waiting: { response: ServerResponse; ready: NonNullable<ReturnType<App['fromMemory']>> }[] =
    [];
  const write = () => {
    const all = waiting;
    waiting = [];
    for (const { response, ready } of all) {
      response.writeHead(ready.status, { ...bare, ...ready.headers }).end(ready.body, 'latin1');
      // Not after a response that is queued behind another or was not flushed completely.
      if (response.writableLength > 0) response.req.socket.setTimeout(STILL_MS);
    }
  };
  return createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 10_000 },
    (request, response) => {
      const ready = isMisdirected(request.headers, config) ? undefined : fromMemory(request);
      if (ready) {
        meter.kept();
        if (waiting.push({ response, ready }) === 1) setImmediate(write);
      } else {
        handler(request, response);
        request.socket.setTimeout(STILL_MS);
      }
    },
  );
}
