/**
 * `<CostBar cost={cost} main={<Button …/>}>{(closing) => …}</CostBar>`: on a phone a bar at the
 * foot that opens the costs.
 */
import { formatCredits, formatNumber } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { lackingText } from '@samtrot/shared/topups/debt.ts';
import { ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Sheet } from './sheet.tsx';
import './bottom-bar.css';
import './cost-bar.css';
import './dialog.css';

interface Props {
  /** `missing` is 0 when the balance suffices. */
  cost: { total: Credits; after: Credits; missing: Credits };
  /** Part of `missing` that is owed. */
  owed: Credits;
  /** The button beside the total. */
  main: ReactNode;
  /** Another one before it. */
  beside?: ReactNode;
  /** Content of the sheet; `closing` wraps an action so that the sheet closes first. */
  children: (closing: (act: () => void) => () => void) => ReactNode;
}

export function CostBar({ cost: { total, after, missing }, owed, main, beside, children }: Props) {
  const [open, setOpen] = useState(false);
  const closing = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  return (
    <>
      <div className="bottom-bar costbar" data-slot="cost-bar" data-keep-clear>
        <button
          type="button"
          className="sumbtn"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <b className="num">
            <span className="sr">Kosten anzeigen, Total</span>
            {formatCredits(total)}
            <ChevronUp className="i" aria-hidden />
          </b>
          <span className="num">
            {missing > 0
              ? `Es fehlen ${lackingText(missing, owed).replace(' ', '\u00a0')}`
              : `Guthaben danach\u00a0${formatNumber(after)}`}
          </span>
        </button>
        {beside}
        {main}
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} title={<span className="h2">Kosten</span>}>
        <div className="cost-sheet">{children(closing)}</div>
      </Sheet>
    </>
  );
}
