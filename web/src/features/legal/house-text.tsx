import type { Input } from '@samtrot/shared/kernel/action.ts';
import { getText } from '@samtrot/shared/texts/contract.ts';
import { useRead } from '../../lib/api/api.ts';
import { Failed } from '../../listing/placed.tsx';
import { ServerHtml } from '../../ui/server-html.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

/** A text of the house as it is valid now (BOF-127, BOF-128). */
export function HouseText({ text }: Input<typeof getText>) {
  const { data, error, isFetching, refetch } = useRead(getText, { text });
  if (data) return <ServerHtml html={data.html} />;
  if (error) return <Failed text={error.message} busy={isFetching} onRetry={() => refetch()} />;
  return <SkeletonLines lines={6} height="6rem" />;
}
