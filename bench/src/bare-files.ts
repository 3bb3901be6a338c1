/** Process: serves files from memory; the limit for generated pages. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveJobs } from './child.ts';

/** By path with query. */
export type Files = Map<string, { headers: Record<string, string>; body: Buffer }>;

serveJobs<Files, string>(async (files) => {
  const server = createServer(({ url }, response) => {
    const file = files.get(url!);
    if (!file) response.writeHead(404).end();
    else
      response
        .writeHead(200, { ...file.headers, 'content-length': file.body.length })
        .end(file.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
});
