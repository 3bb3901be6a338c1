import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findHookState, setHook } from '../../modules/webhooks/service.ts';
import type { World } from '../world/world.ts';

/** A message as it arrived. */
export interface Received {
  id: string;
  type: string;
  /** Of what it is about. */
  thing: string;
  headers: Record<string, string>;
  body: string;
}

/** A partner's own web server; responds with 204 by default. */
export async function receiver() {
  const messages: Received[] = [];
  const behaviour = {
    answer: (response: ServerResponse, _message: Received): void =>
      void response.writeHead(204).end(),
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const headers = request.headers as Record<string, string>;
      const { type, data } = JSON.parse(body);
      const message = { id: headers['webhook-id']!, type, thing: data.id, headers, body };
      messages.push(message);
      behaviour.answer(response, message);
    });
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/webhook`,
    messages,
    behaviour,
    status: (code: number, headers: Record<string, string> = {}) => {
      behaviour.answer = (response) => void response.writeHead(code, headers).end();
    },
    /** Holds all responses from now on; returns those held. */
    hold: () => {
      const owed: ServerResponse[] = [];
      behaviour.answer = (response) => void owed.push(response);
      return owed;
    },
    /** Takes what has arrived, as `type thing`. */
    take: () => messages.splice(0).map(({ type, thing }) => `${type} ${thing}`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof receiver>>;

/**
 * Whether a message was signed with this secret: written from the specification of Standard
 * Webhooks, knowing nothing of the product.
 */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const text = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const mine = createHmac('sha256', key).update(text).digest('base64');
  return headers['webhook-signature']!.split(' ').some((one) => one === `v1,${mine}`);
}

/** A website of the world with a webhook from now on; returns its number and its secret. */
export async function listener(
  world: World,
  name: string,
  url: string,
): Promise<{ id: number; secret: string }> {
  await world.db
    .insertInto('website')
    .values({ name, url: 'https://mondgarten.example', created_at: world.clock.now() })
    .execute();
  const { id } = await world.db
    .selectFrom('website')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  await world.db
    .transaction()
    .execute((db) =>
      setHook({ db, now: world.clock.now(), actor: { kind: 'cli' } }, name, url, true),
    );
  await world.runTasks('webhooks/enqueue');
  return { id, secret: (await findHookState(world.db, name, world.config.sessionSecret)).secret };
}
