import { type AdFilter, type MirroredList, type Portal, PortalAway } from './portal.ts';

/** Where a copy is kept, such as a table. Each change is all or nothing: one transaction. */
export interface MirrorStore<Item> {
  /** Where the feed stands; null before the first load. */
  since(): Promise<string | null>;
  /** Replaces the whole list. */
  replace(items: Item[], since: string | null): Promise<void>;
  /** Each changed item replaces what has its id; what is not there needs no removal. */
  apply(change: { changed: Item[]; removed: string[]; since: string }): Promise<void>;
}

interface Options<List extends keyof MirroredList> {
  portal: Portal;
  list: List;
  store: MirrorStore<MirroredList[List]>;
  /** As of the list; with another one empty the store first. */
  filter?: List extends 'ads' ? AdFilter : Pick<AdFilter, 'canton'>;
  /** Pause between two questions. */
  everyMs?: number;
  /** Pause after a failure: the first one, and the longest. */
  pauses?: { first: number; longest: number };
  onFailure?(error: unknown): void;
  now?: () => Date;
}

/** Without an answer for longer than this nothing should be shown. */
const FRESH_MS = 3_600_000;
/** A feed that is refused right after each load is no feed. */
const LOADS = 3;

/**
 * Keeps a copy of a list up to date: loads it once, then asks for what has changed. A key that is
 * refused, or a website that is switched off, empties it.
 */
export function mirror<List extends keyof MirroredList>({
  portal,
  list,
  store,
  filter = {},
  everyMs = 60_000,
  pauses = { first: 1000, longest: 30_000 },
  onFailure = () => {},
  now = () => new Date(),
}: Options<List>) {
  type Item = MirroredList[List];
  let answeredAt = Number.NEGATIVE_INFINITY;
  let pause = 0;
  let running = false;
  let stopped = true;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();

  const ask = async (at: { since?: string; cursor?: string }) => {
    const page = await portal.changes(list, { ...filter, ...at });
    answeredAt = now().getTime();
    return page;
  };

  /** Reloads the whole list; the store is replaced once it is complete. */
  const load = async (): Promise<string> => {
    const fresh = new Map<string, Item>();
    const first = await ask({});
    if (!first) throw new PortalAway(`${list}: the filter is refused`);
    for (let page = first; ; ) {
      for (const item of page.changed) fresh.set(item.id, item);
      if (!page.cursor) break;
      const next = await ask({ cursor: page.cursor });
      if (!next) throw new PortalAway(`${list}: a page is refused`);
      page = next;
    }
    // That of the first page covers what changed while the others were read.
    await store.replace([...fresh.values()], first.since);
    return first.since;
  };

  const catchUp = async () => {
    let since = (await store.since()) ?? (await load());
    for (let loads = 0; ; ) {
      const page = await ask({ since });
      if (!page) {
        if (++loads > LOADS) throw new PortalAway(`${list}: the feed is refused`);
        since = await load();
        continue;
      }
      await store.apply(page);
      const moves = page.since !== since;
      since = page.since;
      if (!page.more || !moves) return;
    }
  };

  const round = async () => {
    running = true;
    again = false;
    let wait = everyMs;
    try {
      await catchUp();
      pause = 0;
    } catch (error) {
      if (error instanceof PortalAway && (error.status === 401 || error.status === 403))
        await store.replace([], null).catch(onFailure);
      onFailure(error);
      pause = Math.min(pause > 0 ? pause * 2 : pauses.first, pauses.longest);
      wait = Math.max(pause, error instanceof PortalAway ? error.waitMs : 0);
    }
    running = false;
    if (!stopped) timer = setTimeout(begin, again && pause === 0 ? 0 : wait);
  };
  const begin = () => {
    clearTimeout(timer);
    current = round();
  };

  return {
    /** Polls now and from then on; resolves after the first response or failure. */
    start(): Promise<void> {
      stopped = false;
      if (!running) begin();
      return current;
    },
    /** Polls at once, such as after a message; the backoff after a failure stays. */
    poll(): void {
      again = true;
      if (!stopped && !running && pause === 0) begin();
    },
    /** Resolves when nothing is asked any more. */
    stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      return current;
    },
    /** False when the portal has not answered for an hour: then better show nothing. */
    isFresh: (): boolean => now().getTime() - answeredAt < FRESH_MS,
  };
}
