/**
 * A part whose code comes when it is wanted. When it does not come, the page around it stays as it
 * is.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { holdsUnsaved } from '../lib/page/unsaved-changes.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { usePopupCode } from './popup-code.ts';
import './toast.css';

interface Part<P> {
  load: () => Promise<ComponentType<P>>;
  /** Whether the person waits for it, and how to go on without it. */
  use: (props: P) => { wanted: boolean; onClose?: (() => void) | undefined };
  /** Once it has come. */
  Code?: ComponentType<P>;
}

export function lazy<P extends object>(
  load: Part<P>['load'],
  use: Part<P>['use'],
): (props: P) => ReactNode {
  const part: Part<P> = { load, use };
  return (props) => <Lazy part={part} props={props} />;
}

/**
 * The same for a dialog, a sheet or a question in one: its code comes with the first touch of the
 * page, before it can be opened, or when it is opened.
 */
export function lazyPopup<P extends object>(
  load: Part<P>['load'],
  use: Part<P>['use'],
): (props: P) => ReactNode {
  const Popup = lazy(load, use);
  return (props) => usePopupCode(load, use(props).wanted) && <Popup {...props} />;
}

function Lazy<P extends object>({ part, props }: { part: Part<P>; props: P }) {
  const [failed, setFailed] = useState<boolean>();
  useEffect(() => {
    part
      .load()
      .then((code) => {
        part.Code = code;
      })
      .then(
        () => setFailed(false),
        () => setFailed(true),
      );
  }, [part]);
  if (part.Code) return <part.Code {...props} />;
  const { wanted, onClose } = part.use(props);
  return failed && wanted && <NotArrived onClose={onClose} />;
}

/**
 * Above everything, because the missing part may be a dialog. A browser requests a failed module
 * only once, so only a reload helps.
 */
const NotArrived = ({ onClose }: { onClose: (() => void) | undefined }) =>
  createPortal(
    <div className="not-arrived">
      <Alert
        tone="danger"
        live
        action={
          <>
            <Button onClick={() => location.reload()}>Seite neu laden</Button>{' '}
            {onClose && <Button onClick={onClose}>Schliessen</Button>}
          </>
        }
      >
        <p>
          Ein Teil der Seite konnte nicht geladen werden.{' '}
          {holdsUnsaved()
            ? 'Deine Eingaben sind noch da: Lade die Seite neu, sobald sie gesichert sind.'
            : 'Bitte lade die Seite neu.'}
        </p>
      </Alert>
    </div>,
    document.body,
  );
