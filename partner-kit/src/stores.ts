import { open, readFile, rename } from 'node:fs/promises';
import type { MirrorStore } from './mirror.ts';

/** A copy in memory: after a restart everything is loaded again. */
export function memoryStore<Item extends { id: string }>() {
  const items = new Map<string, Item>();
  let stands: string | null = null;
  const store: MirrorStore<Item> = {
    since: async () => stands,
    async replace(all, since) {
      items.clear();
      for (const item of all) items.set(item.id, item);
      stands = since;
    },
    async apply({ changed, removed, since }) {
      for (const item of changed) items.set(item.id, item);
      for (const id of removed) items.delete(id);
      stands = since;
    },
  };
  return { ...store, all: () => items.values(), get: (id: string) => items.get(id) };
}

/**
 * A copy in memory that is also a file, which a restart goes on from. It holds personal data: keep
 * it out of public folders, and one process to a file.
 */
export async function fileStore<Item extends { id: string }>(path: string) {
  const memory = memoryStore<Item>();
  const kept = await readFile(path, 'utf8').then(JSON.parse, () => null);
  if (kept) await memory.replace(kept.items, kept.since);
  /** Replaces the file as a whole: it is never half of one. */
  const write = async (items: Item[], since: string | null) => {
    const file = await open(`${path}.part`, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify({ since, items }));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
  };
  return {
    ...memory,
    async replace(all: Item[], since: string | null) {
      // Memory first: what a refused key empties is not shown on because a disk is full.
      await memory.replace(all, since);
      await write(all, since);
    },
    async apply(change: Parameters<MirrorStore<Item>['apply']>[0]) {
      await memory.apply(change);
      // An older `since` repeats what is known: without a change nothing needs to be written.
      if (change.changed.length + change.removed.length > 0)
        await write([...memory.all()], change.since);
    },
  };
}
