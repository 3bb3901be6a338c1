import type { FastifyInstance, InjectOptions } from 'fastify';

/** A `fetch` that reaches this one server without a network, whatever the host in the address. */
export function injectedFetch(server: () => FastifyInstance): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(String(input));
    const answer = await server().inject({
      method: (init.method ?? 'GET') as InjectOptions['method'] & string,
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.append(name, String(value));
    return new Response([204, 304].includes(answer.statusCode) ? null : answer.body, {
      status: answer.statusCode,
      headers,
    });
  };
}
