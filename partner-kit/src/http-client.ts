import * as http from 'node:http';
import * as https from 'node:https';

export interface Sent {
  method?: 'GET' | 'POST';
  headers?: Record<string, string | undefined>;
  body?: string;
  timeoutMs: number;
}

export interface Received {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/**
 * Requests to one origin over connections that stay open: a page asks up to six times, and `fetch`
 * takes several times the CPU. Redirects are not followed.
 */
export function httpClient(origin: string) {
  const { Agent, request } = origin.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  const once = (path: string, { method = 'GET', headers, body, timeoutMs }: Sent) =>
    new Promise<Received>((done, fail) => {
      const sent = request(origin + path, { agent, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', fail);
        response.once('end', () => {
          clearTimeout(timer);
          const text = Buffer.concat(chunks).toString();
          done({ status: response.statusCode!, headers: response.headers, text });
        });
      });
      const timer = setTimeout(
        () => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)),
        timeoutMs,
      );
      sent.once('error', (error) => {
        clearTimeout(timer);
        fail(sent.reusedSocket ? new Reused(error.message, { cause: error }) : error);
      });
      sent.end(body);
    });

  return async (path: string, sent: Sent): Promise<Received> => {
    try {
      return await once(path, sent);
    } catch (error) {
      // The server had closed the idle connection and read nothing of this request.
      if (error instanceof Reused && isReset(error.cause) && sent.method !== 'POST')
        return once(path, sent);
      throw error;
    }
  };
}

class Reused extends Error {}

const isReset = (cause: unknown) =>
  ['ECONNRESET', 'EPIPE'].includes(String((cause as { code?: unknown }).code));
