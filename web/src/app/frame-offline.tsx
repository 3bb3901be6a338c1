import { CircleAlert, Power, X } from 'lucide-react';
import { useState } from 'react';
import { barText } from '../features/pause-all/labels.ts';
import { SwitchDialog } from '../features/pause-all/switch-dialog.tsx';
import { useLeft, useOffline } from '../features/pause-all/use-offline.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import './frame-reminder.css';
import '../ui/alert.css';

/**
 * Above every page: that everything is off, with the way back; and after that what did not come
 * back.
 */
export function OfflineBar() {
  const { since, run } = useOffline();
  const { left, putAway } = useLeft();
  const [asking, setAsking] = useState(false);
  return (
    <>
      {since && <Bar words={barText(since, new Date(), run)} onOnline={() => setAsking(true)} />}
      {!since && left.length > 0 && (
        <section
          className="alert alert-warning reminder"
          data-slot="offline-left"
          aria-labelledby="left-title"
        >
          <CircleAlert className="i" aria-hidden />
          <div className="grow" role="status">
            <p className="strong" id="left-title">
              Nicht zurückgekommen
            </p>
            <ul className="sm">
              {left.map(({ title, reason }) => (
                <li key={`${title} ${reason}`}>
                  «{title}»: {reason}
                </li>
              ))}
            </ul>
          </div>
          <IconButton icon={X} label="Hinweis ausblenden" tipSide="left" onClick={putAway} />
        </section>
      )}
      <SwitchDialog
        to="online"
        open={asking}
        onClose={() => setAsking(false)}
        focusAfter={content}
      />
    </>
  );
}

/** The bar has gone with its button. */
const content = () => document.getElementById('inhalt');

const Bar = ({
  words: [state, sure],
  onOnline,
}: {
  words: [string, string];
  onOnline: () => void;
}) => (
  <section
    className="alert alert-info reminder offline-bar"
    data-slot="offline-bar"
    aria-label="Du bist überall offline"
  >
    <Power className="i" aria-hidden />
    <div className="row wrap grow">
      <p className="words num">
        <span className="strong">{state}</span> {sure}
      </p>
      <Button size="sm" onClick={onOnline}>
        Wieder online gehen
      </Button>
    </div>
  </section>
);
