import { getText } from '@samtrot/shared/texts/contract.ts';
import { useRead } from '../../lib/api/api.ts';
import { useTitle } from '../../lib/page/title.ts';
import { Failed } from '../../listing/placed.tsx';
import { ServerHtml } from '../../ui/server-html.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import '../../ui/server-html.css';

interface Props {
  text: 'imprint' | 'terms' | 'privacy';
  title: string;
}

/** A text of the house as it is valid now, inside the frame of the dashboard (FRM-02, BOF-128). */
export function LegalPage({ text, title }: Props) {
  useTitle(title);
  const { data, error, isFetching, refetch } = useRead(getText, { text });
  if (data) return <ServerHtml html={data.html} />;
  if (error) return <Failed text={error.message} busy={isFetching} onRetry={() => refetch()} />;
  return <SkeletonLines lines={6} height="6rem" />;
}
