import {
  adAnswer,
  adsAnswer,
  type DeliveredAd,
  type ListsAnswer,
  listsAnswer,
} from '@samtrot/shared/delivery/contract.ts';

/** The portal cannot be asked, or answers what it should not. */
export class PortalAway extends Error {
  override name = 'PortalAway';
}

export interface AdPage {
  ads: DeliveredAd[];
  next: string | null;
}

export interface AdFilter {
  canton?: string;
  category?: string;
  q?: string;
  cursor?: string;
}

interface Answer {
  status: number;
  body: unknown;
}

const TIMEOUT_MS = 4_000;
const COPIES = 300;

/**
 * The delivery API, with the last answers in memory. Each is asked for again with its tag, so that an ad that was hidden is gone at
 * once, and an unchanged list costs the portal no work and no bytes.
 */
export function portal({ url, key }: { url: string; key: string }) {
  const copies = new Map<string, { etag: string; answer: Answer }>();

  const ask = async (path: string): Promise<Answer> => {
    const copy = copies.get(path);
    try {
      const response = await fetch(`${url}/partner/v1/${path}`, {
        headers: { authorization: `Bearer ${key}`, ...(copy && { 'if-none-match': copy.etag }) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      if (response.status === 304 && copy) return copy.answer;
      if (![200, 404, 422].includes(response.status)) throw new PortalAway(`${path.split('?')[0]}: ${response.status}`);
      const answer = { status: response.status, body: await response.json() };
      const etag = response.headers.get('etag');
      copies.delete(path);
      if (etag && response.status === 200) copies.set(path, { etag, answer });
      for (const oldest of copies.keys()) {
        if (copies.size <= COPIES) break;
        copies.delete(oldest);
      }
      return answer;
    } catch (error) {
      throw error instanceof PortalAway ? error : new PortalAway(String(error), { cause: error });
    }
  };

  return {
    /** One page of ads; null when the portal refuses the question, such as an old cursor. */
    async ads(filter: AdFilter, limit: number): Promise<AdPage | null> {
      const query = new URLSearchParams({ limit: String(limit) });
      for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
      const { status, body } = await ask(`ads?${query}`);
      if (status !== 200) return null;
      const { ads, next_cursor } = parsed(adsAnswer.safeParse(body));
      return { ads: ads.filter((ad): ad is DeliveredAd => !('deleted' in ad)), next: next_cursor };
    },

    /** Null when there is no such ad, or no longer. */
    async ad(id: string): Promise<DeliveredAd | null> {
      const { status, body } = await ask(`ads/${id}`);
      return status === 200 ? parsed(adAnswer.safeParse(body)).ad : null;
    },

    async lists(): Promise<ListsAnswer> {
      return parsed(listsAnswer.safeParse((await ask('lists')).body));
    },
  };
}
export type Portal = ReturnType<typeof portal>;

function parsed<T>(result: { success: true; data: T } | { success: false; error: unknown }): T {
  if (!result.success) throw new PortalAway('an answer of another shape', { cause: result.error });
  return result.data;
}
