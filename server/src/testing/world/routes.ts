import type { FastifyInstance } from 'fastify';

interface Route {
  path: string;
  methods: string[];
}

/**
 * Every address that the server knows, as the framework itself lists them; those of another host
 * name follow it.
 */
export function routesOf(server: FastifyInstance): Route[] {
  const above: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([│ ]*)[├└]── (\S+) \(([^)]*)\)(?: \{"host":(.*)\})?/.exec(line);
      if (!found) return [];
      const [, indent, part, methods, host] = found;
      const depth = indent!.length / 4;
      above[depth] = part!;
      const path = `${host ? 'API_HOST' : ''}${above.slice(0, depth + 1).join('')}`;
      return [{ path, methods: methods!.split(', ') }];
    });
}
