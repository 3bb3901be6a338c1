/** An item that is visible to visitors until this time. */
interface VisibleItem {
  id: number;
  /** Business time in milliseconds. */
  until: number;
}

export interface VisibleItems {
  /** Its id, if it is visible now. */
  idOf(publicId: string, now: Date): Promise<number | undefined>;
  /** Invalidates after a change of this kind of item. */
  clear(): void;
  /** Whether change notifications arrive. */
  setConnected(now: boolean): void;
}

const MAX_ITEMS = 50_000;

/**
 * Visible items by public id, so that a visit costs no query; cleared by every notification.
 * Without notifications each visit queries; if that fails, the last known state is used.
 */
export function visibleItems(
  find: (publicId: string, now: Date) => Promise<VisibleItem | undefined>,
): VisibleItems {
  let items = new Map<string, VisibleItem>();
  let connected = false;
  const clear = () => {
    items = new Map();
  };
  return {
    clear,
    setConnected(now) {
      connected = now;
      if (now) clear();
    },
    async idOf(publicId, now) {
      const before = items;
      const cached = before.get(publicId);
      const visible = cached && now.getTime() < cached.until ? cached : undefined;
      if (connected && visible) return visible.id;
      try {
        const found = await find(publicId, now);
        if (items !== before) return found?.id;
        if (!found) items.delete(publicId);
        else if (items.size < MAX_ITEMS || items.has(publicId)) items.set(publicId, found);
        else items = new Map([[publicId, found]]);
        return found?.id;
      } catch (error) {
        if (visible) return visible.id;
        throw error;
      }
    },
  };
}
