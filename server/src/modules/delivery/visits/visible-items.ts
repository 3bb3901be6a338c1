/** A thing that visitors may see until this time. */
interface Shown {
  id: number;
  /** Business time in milliseconds. */
  until: number;
}

export interface ShownMemory {
  /** Its number, if visitors may see it now. */
  idOf(publicId: string, now: Date): Promise<number | undefined>;
  /** Something of this kind has changed. */
  clear(): void;
  /** Whether notices of changes arrive. */
  trust(notices: boolean): void;
}

const MOST = 50_000;

/**
 * What is shown, by its name outside, so that a visit costs no question. Forgotten at every notice of a change. While notices may be
 * missed each is asked for; when that fails nothing changes either, and what is known goes on.
 */
export function shownMemory(find: (publicId: string, now: Date) => Promise<Shown | undefined>): ShownMemory {
  let known = new Map<string, Shown>();
  let trusted = false;
  const clear = () => {
    known = new Map();
  };
  return {
    clear,
    trust(notices) {
      trusted = notices;
      if (notices) clear();
    },
    async idOf(publicId, now) {
      const before = known;
      const kept = before.get(publicId);
      const live = kept && now.getTime() < kept.until ? kept : undefined;
      if (trusted && live) return live.id;
      try {
        const found = await find(publicId, now);
        if (known !== before) return found?.id;
        if (!found) known.delete(publicId);
        else if (known.size < MOST || known.has(publicId)) known.set(publicId, found);
        else known = new Map([[publicId, found]]);
        return found?.id;
      } catch (error) {
        if (live) return live.id;
        throw error;
      }
    },
  };
}
