import { isFresh, note } from '../../../editor/sent-version.ts';

/** After a reload: the address that what was new here has by now; undefined where nothing was. */
export function sentOnReload(): string | undefined {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const sent = note();
  const moved = sent?.from === location.pathname && sent.path !== sent.from;
  return load?.type === 'reload' && moved && isFresh(sent) ? sent.path : undefined;
}
