import type { BannerStatus } from '@samtrot/shared/banners/status.ts';
import type { Start } from '@samtrot/shared/kernel/start.ts';
import { localDate, localTime } from '@samtrot/shared/kernel/time.ts';
import { AT_ONCE, startIn } from '../listings/service.ts';

/** The start of a planned banner is that of its booking; a past start is no longer chosen. */
export function startAsBooked(row: Start & { start_at: Date | null }, status: BannerStatus): Start {
  if (begun(status)) return AT_ONCE;
  if (status !== 'geplant') return startIn(row);
  const at = row.start_at!;
  return { publish_option: 'Planen', publish_date: localDate(at), publish_time: localTime(at) };
}

export const begun = (status: BannerStatus) => status === 'aktiv' || status === 'ausgeblendet';
