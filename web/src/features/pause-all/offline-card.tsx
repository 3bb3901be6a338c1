import { sinceText } from '@samtrot/shared/kernel/format.ts';
import { Check, Hourglass, Minus, Power } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '../../lib/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { amountText, isOpen, receiptsText, receiptText } from './labels.ts';
import { SwitchDialog } from './switch-dialog.tsx';
import { useOffline } from './use-offline.ts';
import './offline-card.css';
import '../../ui/card.css';
import '../../ui/skeleton.css';

/**
 * One switch takes everything off all websites at once; below it what each of them has confirmed.
 */
export function OfflineCard() {
  const { since } = useOffline();
  const [asking, setAsking] = useState(false);
  // The question stays the same while its dialog fades.
  const [to, setTo] = useState<'offline' | 'online'>('offline');
  return (
    <section className="card offline" data-slot="offline-card" aria-labelledby="h-offline">
      <div className="row offline-head">
        <Power className="i muted" aria-hidden />
        <label className="grow" htmlFor="offline-switch">
          <h2 className="h3" id="h-offline">
            Überall offline
          </h2>
          <span className="sm muted num" id="offline-help">
            {since
              ? `Seit ${sinceText(since, new Date())}.`
              : 'Nimmt sofort alles von allen Webseiten. Du wirst vorher gefragt.'}
          </span>
        </label>
        <Switch
          id="offline-switch"
          aria-labelledby="h-offline"
          aria-describedby="offline-help"
          checked={since !== null}
          onChange={() => {
            setTo(since ? 'online' : 'offline');
            setAsking(true);
          }}
        />
      </div>
      {since && <Receipts />}
      <SwitchDialog to={to} open={asking} onClose={() => setAsking(false)} />
    </section>
  );
}

function Receipts() {
  const { run, failed, busy, retry } = useOffline();
  const { webseiten } = useAccount();
  if (failed && !run) {
    return (
      <div className="offline-run between">
        <p className="sm">Die Bestätigungen der Webseiten konnten nicht geladen werden.</p>
        <Button size="sm" busy={busy} onClick={retry}>
          Erneut laden
        </Button>
      </div>
    );
  }
  if (!run) {
    return (
      <div className="offline-run" aria-busy="true">
        <span className="sr" role="status">
          Bestätigungen werden geladen
        </span>
        <div className="skel" style={{ width: '16rem' }} />
        <ul className="above-2 receipts" aria-hidden>
          {webseiten.map(({ id }) => (
            <li key={id}>
              <div className="skel" style={{ width: '60%' }} />
            </li>
          ))}
        </ul>
      </div>
    );
  }
  const amount = amountText(run);
  return (
    <div className="offline-run">
      <p className="sm num" role="status">
        {amount && `${amount} heruntergenommen. `}
        <span className="strong">{receiptsText(run)}</span>
      </p>
      <ul className="above-2 receipts">
        {run.websites.map((receipt) => {
          const Icon = receipt.items === 0 ? Minus : isOpen(receipt) ? Hourglass : Check;
          return (
            <li key={receipt.website_id} data-open={isOpen(receipt) || undefined}>
              <Icon className="i" aria-hidden />
              <span className="strong truncate">{receipt.name}</span>
              <span className="sm muted num">{receiptText(receipt)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
