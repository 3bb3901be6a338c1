import { formatFrancs } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import type { PaymentGroup } from '@samtrot/shared/money-desk/payment-search.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const TONES: Record<PaymentGroup, BadgeTone> = {
  credited: 'success',
  open: 'neutral',
  waiting: 'warning',
  returned: 'info',
  none: 'neutral',
};

/** Francs in a column of francs. */
export const francs = (value: number): string => formatFrancs(francsToRappen(value));
