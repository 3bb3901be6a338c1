import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import './transfer-panel.css';

const SAID_MS = 2_000;

/**
 * `<CopyValue name="IBAN" shown="CH93 0076 …" copied="CH930076…" />`: a line of a definition list
 * with a button that copies it.
 */
export function CopyValue({
  name,
  shown,
  copied = shown,
}: {
  name: string;
  shown: string;
  copied?: string;
}) {
  const [done, setDone] = useState(0);
  useEffect(() => {
    if (done === 0) return;
    const timer = setTimeout(() => setDone(0), SAID_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied);
      setDone(Date.now());
    } catch {
      toast.error('Kopieren ist hier nicht möglich. Bitte markiere den Text.');
    }
  };
  return (
    <div>
      <dt>{name}</dt>
      <dd className="between">
        <span className="num">{shown}</span>
        <Button
          size="sm"
          icon={done ? Check : Copy}
          onClick={copy}
          aria-label={`${done ? 'Kopiert' : 'Kopieren'}: ${name}`}
          className="copy"
        >
          {done ? 'Kopiert' : 'Kopieren'}
        </Button>
        <span className="sr" role="status">
          {done ? `${name}: Kopiert` : ''}
        </span>
      </dd>
    </div>
  );
}
