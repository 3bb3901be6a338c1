import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';

const KEY = 'samtrot.method';

interface Offered {
  id: PaymentMethod;
  name: string;
}

/**
 * The way to pay that was chosen last, as far as it is still offered; null lets the payment page
 * ask.
 */
export function lastMethod(offered: readonly Offered[]): PaymentMethod | null {
  let kept: string | null = null;
  // Storage may be switched off; then nothing is chosen beforehand.
  try {
    kept = sessionStorage.getItem(KEY);
  } catch {}
  return offered.find(({ id }) => id === kept)?.id ?? null;
}

export function keepMethod(method: PaymentMethod | null): void {
  try {
    if (method) sessionStorage.setItem(KEY, method);
    else sessionStorage.removeItem(KEY);
  } catch {}
}
