import { type Cart, clearCart, getCart, updateCart } from '@samtrot/shared/cart/contract.ts';
import type { Inserat, InseratContent } from '@samtrot/shared/inserate/contract.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../../../lib/api/api.ts';
import { cartQuery } from '../../../../lib/api/cart-query.ts';
import { type ToastAct, toast } from '../../../../ui/toast.tsx';
import type { InseratNumber } from '../use-number.ts';
import { pushesAhead } from './editor-run.ts';

const PAUSE_MS = 400;
const JUST_ASKED_MS = 10_000;

type CartRequest = Params<typeof updateCart>;

interface Options {
  number: InseratNumber;
  /** Null for a new ad. */
  inserat: Inserat | null;
  form: InseratContent;
  images: number;
  /** Pictures are on their way; the number of them is not settled. */
  uploading: boolean;
  /** The price as the page computes it, and whether the balance lacks some of it. */
  total: Credits;
  missing: Credits;
  onSessionEnded: () => void;
  /** Leads to where credits are bought. */
  topUp: ToastAct;
}

/**
 * The cart on the server follows what is chosen here: after a pause, one call at a time, and only
 * what was chosen last counts (PRI-26). A failure is shown beside the price and blocks nothing,
 * because placing is priced by the server (PRI-30).
 */
export function useCart({
  number,
  inserat,
  form,
  images,
  uploading,
  total,
  missing,
  onSessionEnded,
  topUp,
}: Options) {
  const inseratId = number.id;
  const client = useQueryClient();
  const [notice, setNotice] = useState<string | null>(null);
  const request = requestOf(form, inseratId);
  const key = JSON.stringify([request, images]);
  const now = { request, key, total, paid: inserat?.paid?.package === form.inserat_typ };
  const latest = useRef(now);
  latest.current = now;
  /** What the server has. */
  const synced = useRef(key);
  /** Restored when the changes are discarded; null for no cart at all. */
  const saved = useRef(inserat && request);
  const savedKey = useRef(key);
  const lacking = useRef(missing > 0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flight = useRef<Promise<void> | null>(null);
  const stopped = useRef(false);

  const show = async (cart: Cart | null, { known = cart !== null } = {}) => {
    await client.cancelQueries({ queryKey: cartQuery.queryKey });
    if (known) client.setQueryData(cartQuery.queryKey, cart);
    else await client.invalidateQueries({ queryKey: cartQuery.queryKey });
  };

  /** The new cart, or null when there is nothing to order. */
  const send = async ({
    request: asked,
    key: askedKey,
    total: expected,
    paid,
  }: typeof now): Promise<Cart | null> => {
    const {
      cart,
      missing: lacks,
      message,
    } = await number.using((inserat_id) => call(updateCart, { ...asked, inserat_id }));
    synced.current = askedKey;
    if (latest.current.key === askedKey && !stopped.current) {
      setNotice(cart.total_credits === expected ? null : changedPrice(cart.total_credits));
      if (lacks > 0 && !lacking.current) toast.warning(message, { act: topUp });
      lacking.current = lacks > 0;
    }
    return cart.total_credits === 0 && paid ? null : cart;
  };

  const failed = (error: unknown) => {
    if (stopped.current) return;
    setNotice(NOT_SAVED);
    if (error instanceof ApiError && error.code === 'NOT_LOGGED_IN') onSessionEnded();
  };

  const flush = (): void => {
    timer.current = undefined;
    if (flight.current || stopped.current) return;
    const asked = latest.current;
    flight.current = send(asked)
      .then(show, async (error) => {
        failed(error);
        // What the menu shows is no longer what would be ordered.
        await show(null, { known: true });
      })
      .finally(() => {
        flight.current = null;
        if (latest.current.key !== asked.key && timer.current === undefined) flush();
      });
  };

  // Leaving within the pause, after saving a draft, saves its cart too. First, because the next
  // clean-up ends the pause.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads only what always points to the latest
  useEffect(
    () => () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      flush();
    },
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the price sends
  useEffect(() => {
    if (uploading || stopped.current || key === synced.current) return;
    timer.current = setTimeout(flush, PAUSE_MS);
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [key, uploading]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the editor opens
  useEffect(() => {
    const asking = new AbortController();
    readCart(client, inseratId, asking.signal).then(
      (cart) => {
        // Left from choices that were never saved: the editor's choices replace it.
        if (!cart || asking.signal.aborted || latest.current.key !== savedKey.current) return;
        if (same(cart, request) && cart.total_credits === latest.current.total) return;
        if (inserat) flush();
        else void reset();
      },
      (error) => !asking.signal.aborted && failed(error),
    );
    return () => asking.abort();
  }, []);

  /** Puts the cart back to what is saved. */
  const reset = async () => {
    await flight.current;
    const back = saved.current;
    await (back ? call(updateCart, back) : call(clearCart, { inserat_id: inseratId })).catch(
      () => {},
    );
    await client.invalidateQueries({ queryKey: cartQuery.queryKey });
  };

  const stop = () => {
    stopped.current = true;
    clearTimeout(timer.current);
  };

  return {
    /** A notice beside the price; null when all is well. */
    notice,
    /** The ad is placed: the server has emptied the cart. */
    stop,
    /** The draft is saved with what is chosen. */
    markSaved: () => {
      saved.current = latest.current.request;
      savedKey.current = latest.current.key;
    },
    /** The changes are discarded. */
    discard: () => {
      stop();
      if (synced.current !== savedKey.current || flight.current) void reset();
    },
  };
}

/** The menu has just asked for the newest one; only the cart of an older ad is another. */
async function readCart(
  client: QueryClient,
  inserat_id: number,
  signal: AbortSignal,
): Promise<Cart | null> {
  const newest = await client.fetchQuery({ ...cartQuery, staleTime: JUST_ASKED_MS });
  if (newest === null || newest.inserat_id === inserat_id) return newest;
  return (await call(getCart, { inserat_id }, signal)).cart;
}

const NOT_SAVED =
  'Der Warenkorb konnte nicht gespeichert werden. Bezahlt wird trotzdem nur der Preis, den du beim Aufgeben bestätigst.';
const changedPrice = (total: Credits) =>
  `Der Preis hat sich geändert: Es kostet jetzt ${formatCredits(total)}.`;

const requestOf = (form: InseratContent, inseratId: number): CartRequest => ({
  inserat_id: inseratId,
  base_package: form.inserat_typ,
  requested_regions: form.cantons.length,
  requested_categories: form.categories.length,
  push_taglich: form.push_times.length,
  date_time_pushes: pushesAhead(form, new Date()),
  publish_option: form.publish_option,
  inserat_topad: form.top_ad_enabled,
  inserat_farbe: form.color_enabled,
  inserat_story: form.story_posted,
});

const same = (cart: Cart, request: CartRequest) =>
  cart.base_package === request.base_package &&
  cart.requested_regions === request.requested_regions &&
  cart.requested_categories === request.requested_categories;
