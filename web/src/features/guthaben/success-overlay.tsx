import { formatChf, formatCredits } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Arrival } from './use-payment-return.ts';
import { GoOn, type WaitingOrder } from './waiting-draft.tsx';
import './success-overlay.css';
import '../../ui/dialog.css';

/** GUT-29, CON-17. */
const SHOWN_MS = 3_000;

/**
 * Says for three seconds what has arrived, and leads back to what waits for it, as the page does
 * afterwards; a press, Escape or Tab closes it sooner.
 */
export function SuccessOverlay({
  credits,
  settled,
  surplus,
  balance,
  waiting,
}: Arrival & { waiting: WaitingOrder | null }) {
  const [open, setOpen] = useState(true);
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What it leads to is one press away; what it covers is reached by closing it.
    if (document.activeElement === document.body) words.current?.querySelector('a')?.focus();
    const timer = setTimeout(() => setOpen(false), SHOWN_MS);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' && event.key !== 'Tab') return;
      if (event.key === 'Tab') event.preventDefault();
      setOpen(false);
    };
    addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKey);
    };
  }, []);
  useEffect(() => {
    // Back from the payment provider nothing has the focus, and what was read here is gone.
    if (!open && document.activeElement === document.body)
      document.getElementById('guthaben-balance')?.focus();
  }, [open]);
  if (!open) return null;
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape does the same, and it leaves by itself
    <div
      className="scrim success-overlay"
      data-slot="success-overlay"
      onClick={() => setOpen(false)}
    >
      <div className="dialog" role="status" ref={words}>
        <CircleCheck className="i" aria-hidden />
        <h2 className="h2 num">{formatCredits(credits)} gutgeschrieben</h2>
        {settled > 0 && <p className="num">{formatCredits(settled)} davon glichen Offenes aus.</p>}
        {surplus > 0 && (
          <p className="num">{formatChf(francsToRappen(surplus))} gehen an dich zurück.</p>
        )}
        <p className="muted num">Dein Guthaben: {formatCredits(balance)}</p>
        {waiting && <GoOn {...waiting.order} variant="primary" />}
      </div>
    </div>,
    document.body,
  );
}
