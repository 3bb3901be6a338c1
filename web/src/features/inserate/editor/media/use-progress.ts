import { getInseratMedia, type VideoSource } from '@samtrot/shared/media/contract.ts';
import { useEffect } from 'react';
import { useRead } from '../../../../lib/api/api.ts';

/** Polling interval of a video that is being rebuilt; paused while the page is hidden. */
const ASK_EVERY_MS = 2_000;

const isWaiting = ({ status }: VideoSource) => status === 'wartet' || status === 'laeuft';

/** These videos as they are now; polls the progress while one of them is being rebuilt. */
export function useProgress<V extends VideoSource | null>(
  inseratId: number,
  saved: readonly V[],
  reload: () => Promise<void>,
): V[] {
  const waiting = saved.filter((video) => video !== null && isWaiting(video));
  const { data } = useRead(
    getInseratMedia,
    { inserat_id: inseratId },
    { enabled: waiting.length > 0, staleTime: 0, refetchInterval: ASK_EVERY_MS },
  );
  const now = data
    ? [...data.videoSources, data.story_video].filter((video) => video !== null)
    : [];
  const found = (video: V) =>
    now.find((other) => other.attachment_id === video?.attachment_id) as V | undefined;
  const ended = waiting.filter((video) => {
    const current = found(video);
    return current && !isWaiting(current);
  }).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that has ended
  useEffect(() => {
    if (ended > 0) void reload();
  }, [ended]);
  return saved.map((video) => (waiting.includes(video) ? (found(video) ?? video) : video));
}
