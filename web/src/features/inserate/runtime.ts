import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { type Runtime, runtimeOf } from '../../listing/runtime.ts';

/** How far the run of an ad is, in the words of its card; null while it has none. */
export function adRuntime({ inserat_status, start_zeit, end_zeit, ...ad }: Inserat, now: number): Runtime | null {
  if (inserat_status === 'entwurf') return null;
  return runtimeOf({ ...ad, start: start_zeit, end: end_zeit, over: inserat_status === 'abgelaufen' }, now);
}
