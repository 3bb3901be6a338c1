import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';

interface Props {
  title: string;
  subtitle?: string;
  /** Why the item is not there; null while it is loading. */
  failure: string | null;
  busy: boolean;
  onRetry: () => void;
}

/** In place of an editor until its item is there. */
export const OpeningPage = ({ title, subtitle, failure, busy, onRetry }: Props) => (
  <>
    <div className="page-head">
      <h1 className="h1">{title}</h1>
      {subtitle && <p>{subtitle}</p>}
    </div>
    {failure === null ? (
      <SkeletonLines lines={4} height="9rem" />
    ) : (
      <Alert
        tone="danger"
        live
        action={
          <Button onClick={onRetry} busy={busy} busyLabel="Wird geladen …">
            Erneut versuchen
          </Button>
        }
      >
        <p>{failure}</p>
      </Alert>
    )}
  </>
);
