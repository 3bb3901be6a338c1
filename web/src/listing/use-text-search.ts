import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { searchTexts } from '@samtrot/shared/overview/contract.ts';
import { mayGoOn } from '@samtrot/shared/overview/excerpt-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api/api.ts';
import { useSettled } from '../lib/page/use-settled.ts';
import { useAccount } from '../lib/session/session.ts';

/** The server is asked when nobody has typed for so long. */
const PAUSE_MS = 300;

export interface TextSearch {
  /** What it has found; undefined until then. */
  inTexts: ReadonlySet<number> | undefined;
  busy: boolean;
  failed: boolean;
  onRetry: () => void;
}

/**
 * Asks the server for what the lists have the beginnings of alone (EXP-07). Where every description
 * is whole, there is nothing to ask.
 */
export function useTextSearch(
  kind: PlacedKind,
  excerpts: readonly string[],
  typed: string,
): TextSearch {
  const q = typed.trim();
  // Banners have no descriptions.
  const described = kind === 'banner' ? 'inserat' : kind;
  const settled = useSettled(q, PAUSE_MS);
  const asks = q !== '' && excerpts.some(mayGoOn);
  // Whatever changes a text reloads the account.
  const { loaded_at } = useAccount();
  const { data, isError, isFetching, refetch } = useQuery<Output<typeof searchTexts>>({
    queryKey: [searchTexts.name, kind, settled, loaded_at],
    queryFn: ({ signal }) => call(searchTexts, { kind: described, q: settled }, signal),
    enabled: asks && settled !== '',
    placeholderData: (before, query) => (query?.queryKey[2] === settled ? before : undefined),
  });
  const answered = asks && settled === q;
  return {
    inTexts: answered && data ? new Set(data.ids) : undefined,
    busy: asks && (!answered || (isFetching && !data)),
    failed: answered && isError && !data,
    onRetry: () => void refetch(),
  };
}
