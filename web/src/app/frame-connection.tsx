import { localTime } from '@samtrot/shared/kernel/time.ts';
import { CircleCheck, CloudOff, WifiOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useOnline } from '../lib/page/online.ts';
import { useTitle } from '../lib/page/title.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import './frame-connection.css';
import '../ui/alert.css';

const BACK_MS = 3_000;
const AWAY = 'Samtrot antwortet gerade nicht.';
const SAFE = 'Deine Daten sind sicher.';

/**
 * Under the head while the device has no network, and shortly after (EXP-64). An editor adds that
 * it cannot save.
 */
export function ConnectionBar() {
  const online = useOnline();
  const before = useRef(online);
  const [back, setBack] = useState(false);
  useEffect(() => {
    if (before.current === online) return;
    before.current = online;
    setBack(online);
    if (!online) return;
    const timer = setTimeout(() => setBack(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [online]);
  const Icon = online ? CircleCheck : WifiOff;
  return (
    <div className="connection" data-slot="connection" data-keep-clear>
      <div role="status">
        {(!online || back) && (
          <p className={`alert ${online ? 'alert-success' : 'alert-warning'}`}>
            <Icon className="i" aria-hidden />
            <span>
              {online ? 'Wieder verbunden' : 'Keine Verbindung. Deine Eingaben sind gesichert.'}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

interface AwayProps {
  busy: boolean;
  onRetry: () => void;
}

/** Above a page that shows what was known before the server went away (EXP-65). */
export const KnownSince = ({ at, busy, onRetry }: AwayProps & { at: Date }) => (
  <section className="alert alert-warning reminder" data-slot="known-since" aria-label={AWAY}>
    <CloudOff className="i" aria-hidden />
    <div className="row wrap grow">
      <p className="words num" role="status">
        <span className="strong">{AWAY}</span> {SAFE} Stand {localTime(at)}
      </p>
      <Retry busy={busy} onRetry={onRetry} size="sm" />
    </div>
  </section>
);

/** In place of a page while the server gives no account and none is known (EXP-65). */
export function ServerAway(props: AwayProps) {
  useTitle('Keine Antwort');
  return (
    <Card className="stack gap-3 server-away" data-slot="server-away" role="alert">
      <CloudOff className="i muted" aria-hidden />
      <h1 className="h2">{AWAY}</h1>
      <p>{SAFE}</p>
      <Retry {...props} />
    </Card>
  );
}

const Retry = ({ busy, onRetry, size }: AwayProps & { size?: 'sm' }) => (
  <Button
    variant={size ? 'secondary' : 'primary'}
    size={size}
    busy={busy}
    busyLabel="Einen Moment …"
    onClick={onRetry}
  >
    Erneut versuchen
  </Button>
);
