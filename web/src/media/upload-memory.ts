import { UPLOAD_LIVES_MS } from '@samtrot/shared/media/rules.ts';

const KEY = 'uploads';

/** What an upload belongs to, as far as this browser needs to know it. */
export interface Belonging {
  inseratId: number;
  place: 'inserat' | 'story';
  kind: 'image' | 'video';
}

interface Remembered {
  url: string;
  /** Milliseconds since 1970. */
  at: number;
  of: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Where uploads that were begun stand on the server, so that one that was cut off goes on with the
 * same file after a reload. A file is known by a number made of its size and time; neither its name
 * nor anything in it is kept.
 */
export function uploadMemory(store: Store, now: () => number = Date.now) {
  const all = (): Record<string, Remembered> => {
    try {
      const kept = JSON.parse(store.getItem(KEY) ?? '{}') as Record<string, Remembered>;
      return Object.fromEntries(
        Object.entries(kept).filter(([, { at }]) => now() - at < UPLOAD_LIVES_MS),
      );
    } catch {
      return {};
    }
  };
  const write = (kept: Record<string, Remembered>) => {
    if (Object.keys(kept).length === 0) return store.removeItem(KEY);
    try {
      store.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A full or closed storage costs no upload, only the way back to it.
    }
  };
  return {
    find: (key: string): string | undefined => all()[key]?.url,
    remember: (key: string, url: string, of: Belonging) =>
      write({ ...all(), [key]: { url, at: now(), of: nameOf(of) } }),
    delete: (key: string) =>
      write(Object.fromEntries(Object.entries(all()).filter(([other]) => other !== key))),
    /** How many stand still for this place. */
    countOf: (of: Belonging): number =>
      Object.values(all()).filter((entry) => entry.of === nameOf(of)).length,
  };
}

export type UploadMemory = ReturnType<typeof uploadMemory>;

const nameOf = ({ inseratId, place, kind }: Belonging) => `${inseratId} ${place} ${kind}`;

/** The number by which a file is known again in its place. */
export function keyOf(
  { size, lastModified }: Pick<File, 'size' | 'lastModified'>,
  of: Belonging,
): string {
  return hash(`${size} ${lastModified} ${nameOf(of)}`);
}

/**
 * 53 bits of FNV in two halves; `crypto.subtle` is missing where the page did not come over https.
 */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return ((high >>> 0).toString(16) + (low >>> 0).toString(16)).padStart(16, '0');
}
