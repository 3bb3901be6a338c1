import { useEffect, useRef } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import './support.css';

export interface Sent {
  /** What the server said. */
  message: string;
  /** `S-10042` */
  ticket: string;
}

/** Takes the place of the form once the message is on its way (SUP-07). */
export function SentNotice({
  sent: { message, ticket },
  onAgain,
}: {
  sent: Sent;
  onAgain: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  // The pressed button is gone; keyboard and screen reader continue here.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className="stack sent-notice" tabIndex={-1}>
      <Alert tone="success" live className="full">
        <p className="strong">{message}</p>
        <p>
          Die Nummer deiner Nachricht: <strong className="num nowrap">{ticket}</strong>
        </p>
      </Alert>
      <Button onClick={onAgain}>Weitere Nachricht schreiben</Button>
    </div>
  );
}
