/** Process: HTTP load by autocannon. */
import autocannon from 'autocannon';
import { serveJobs } from './child.ts';
import { percentile, type Rate } from './measure.ts';

export interface HttpJob {
  url: string;
  seconds: number;
  connections: number;
  /** The requests of each connection, in turn: one list for all, or one per connection. */
  requests: HttpRequest[][];
  expect: number;
}

export interface HttpRequest {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

serveJobs<HttpJob, Rate>(async ({ url, seconds, connections, requests, expect }) => {
  let next = 0;
  // Its own percentiles are whole milliseconds.
  const times: number[] = [];
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      client.setRequests(requests[next++ % requests.length] as autocannon.Request[]);
      client.on('response', (_status, _bytes, ms) => times.push(ms));
    },
  });
  const counts = Object.entries(result.statusCodeStats ?? {}).map(
    ([status, { count }]) => [Number(status), count ?? 0] as const,
  );
  const good = counts.find(([status]) => status === expect)?.[1] ?? 0;
  const all = counts.reduce((sum, [, count]) => sum + count, 0) + result.errors;
  if (good < all * 0.99 || good === 0)
    throw new Error(
      `${all - good} of ${all} responses were not ${expect}: ${JSON.stringify(counts)}`,
    );
  return {
    perSecond: good / result.duration,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  };
});
