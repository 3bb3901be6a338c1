import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Tombstone } from '@samtrot/shared/delivery/contract.ts';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { addWebsite, issueKey } from '../../modules/partners/service.ts';
import type { Answer, World } from '../world/world.ts';

/** Creates a partner website of the world; returns its key. */
export const partnerKey = (world: World): Promise<string> =>
  world.db.transaction().execute(async (db) => {
    const ctx = { db, now: world.clock.now(), actor: { kind: 'cli' as const } };
    await addWebsite(ctx, { name: 'Mondgarten', url: 'https://mondgarten.example' });
    return issueKey(ctx, 'Mondgarten');
  });

/** A question as the edge sees it before the framework does. */
export const memoryRequest = (url: string, headers: Record<string, string>): IncomingMessage =>
  ({
    method: 'GET',
    url,
    headers,
    rawHeaders: Object.entries(headers).flat(),
  }) as Partial<IncomingMessage> as IncomingMessage;

/** Parses strictly: an unknown member is a failure here. */
export function exactly<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const read = schema.parse(body);
  expect(body).toEqual(read);
  return read;
}

interface ChangesPage<Item> {
  entries: (Item | Tombstone)[];
  next_cursor: string | null;
  next_since: string;
  more: boolean;
}

interface Options<Item> {
  /** What is listed, as the address names it. */
  list: 'ads' | 'clubs';
  get(path: string): Promise<Answer>;
  /** Parses a response strictly by the contract. */
  read(body: unknown): ChangesPage<Item>;
  /** Behind every question, such as `&canton=ZH`. */
  filter?: string;
}

/**
 * A partner's copy of a list, kept as the API says: one walk, then changes. A change may come
 * twice, so the copy is a map.
 */
export function partnerCopy<Item extends { id: string }>({
  list,
  get,
  read,
  filter = '',
}: Options<Item>) {
  const known = new Map<string, Item>();
  let since = '';
  const apply = (entries: (Item | Tombstone)[]) => {
    for (const entry of entries) {
      if ('deleted' in entry) known.delete(entry.id);
      else known.set(entry.id, entry);
    }
  };
  // During any transaction, such as one that writes receipts, changes after its beginning are
  // repeated.
  const isNews = (entry: Item | Tombstone) =>
    'deleted' in entry ? known.has(entry.id) : !isDeepStrictEqual(known.get(entry.id), entry);
  return {
    known,
    token: () => since,
    async start() {
      const { entries, next_since } = read((await get(`${list}?limit=100${filter}`)).body);
      apply(entries);
      since = next_since;
    },
    /** Reads all changes, `limit` at a time; returns everything new, in order. */
    async update(limit = 100): Promise<(Item | Tombstone)[]> {
      const news: (Item | Tombstone)[] = [];
      for (let more = true; more; ) {
        const answer = await get(`${list}?limit=${limit}&since=${since}${filter}`);
        expect(answer.status).toBe(200);
        const { entries, next_cursor, ...next } = read(answer.body);
        expect(entries.length).toBeLessThanOrEqual(limit);
        expect(next_cursor).toBeNull();
        news.push(...entries.filter(isNews));
        apply(entries);
        ({ next_since: since, more } = next);
      }
      return news;
    },
  };
}
