import { DEMO_PASSWORD } from '../../server/src/seed/demo.ts';
import type { BareAnswer, BareJob } from './bare-server.ts';
import { childForMany, inChild, keepChild } from './child.ts';
import type { HttpJob, HttpRequest } from './http-load.ts';
import type { Rate } from './measure.ts';
import type { Product } from './product.ts';
import type { Recording } from './record.ts';
import type { SqlJob } from './sql-loop.ts';

export const SECONDS = 3;
const WARM_UP_SECONDS = 1;
export const CONNECTIONS = 16;

interface Load {
  url: string;
  requests: HttpRequest[][];
  expect?: number;
  seconds?: number;
  connections?: number;
}

const ask = childForMany<HttpJob, Rate>('http-load.ts');

export const load = ({
  url,
  requests,
  expect = 200,
  seconds = SECONDS,
  connections = CONNECTIONS,
}: Load) => ask({ url, requests, expect, seconds, connections });

export const warmUp = (job: Load) => load({ ...job, seconds: WARM_UP_SECONDS });

export const sqlLoop = (job: Omit<SqlJob, 'seconds' | 'connections'>) =>
  inChild<Rate>('sql-loop.ts', {
    connections: CONNECTIONS,
    seconds: SECONDS,
    ...job,
  } satisfies SqlJob);

/** A bare Fastify that returns the product's response to this request, byte for byte. */
export async function bareTwin(product: Product, request: HttpRequest) {
  const answer = await fetch(product.url + request.path, {
    method: request.method ?? 'GET',
    headers: request.headers,
  });
  const names = ['content-type', 'etag', 'cache-control', 'vary'];
  const headers = Object.fromEntries(
    names.flatMap((name) => (answer.headers.get(name) ? [[name, answer.headers.get(name)!]] : [])),
  );
  const twin: BareAnswer = {
    status: answer.status,
    headers,
    body: Buffer.from(await answer.arrayBuffer()),
  };
  const { result: url, stop } = await keepChild<string>('bare-server.ts', {
    answers: [twin],
  } satisfies BareJob);
  return { url, stop, bytes: twin.body.length, etag: headers.etag };
}

/** A bare Fastify that sends what was recorded: the statements, then the bytes of the answer. */
export async function recordedTwin({ databaseUrl: url }: Product, recordings: Recording[]) {
  const { result, stop } = await keepChild<string>('bare-server.ts', {
    answers: recordings.map(({ body, statements }) => ({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: Buffer.from(JSON.stringify(body)),
      statements,
    })),
    database: { url, connections: CONNECTIONS },
  } satisfies BareJob);
  return { url: result, stop };
}

/** Logs in a demo advertiser; returns the cookies of the session and of the browser. */
export async function logIn(
  product: Pick<Product, 'url'>,
  number: number,
): Promise<{ cookie: string; browser: string; userId: number }> {
  const answer = await fetch(`${product.url}/api?action=login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ log: demoEmail(number), pwd: DEMO_PASSWORD }),
  });
  const { user_id: userId } = (await answer.json()) as { user_id: number };
  const [cookie, browser] = answer.headers.getSetCookie().map((line) => line.split(';')[0]!);
  return { cookie: cookie!, browser: browser!, userId };
}

/** Of the second, larger seed. */
export const demoEmail = (number: number) => `demo-2-${number}@samtrot.example`;
