import { useEffect, useState, useSyncExternalStore } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { toast } from '../ui/toast.tsx';

/**
 * What was typed on a page that its writer may not read any more; only as long as the tab is open.
 */
let kept: readonly string[] = [];
const listeners = new Set<() => void>();

function keep(texts: readonly string[]): void {
  kept = texts;
  for (const listener of listeners) listener();
}

const typedOnPage = (): string[] =>
  [...document.querySelectorAll<HTMLTextAreaElement>('#inhalt textarea, [role=dialog] textarea')]
    .map(({ value }) => value)
    .filter((value) => value.trim() !== '');

/**
 * Keeps what stands in the fields of the page that this takes the place of: its first render comes
 * before they go.
 */
export function useKeptText(): void {
  const [texts] = useState(typedOnPage);
  useEffect(() => {
    if (texts.length > 0) keep(texts);
  }, [texts]);
}

/** Above the page: what could not be sent, to be copied (BOF-10). */
export function Unsent() {
  const texts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => kept,
  );
  if (texts.length === 0) return null;
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => toast.success('Kopiert.'),
      () => toast.error('Das hat nicht geklappt. Markiere den Text und kopiere ihn.'),
    );
  return (
    <section className="house-unsent" aria-label="Nicht gesendet">
      <Alert tone="warning" live>
        Deine Rechte haben sich geändert. Du darfst das nicht mehr senden. Was du geschrieben hast,
        steht noch hier.
      </Alert>
      {texts.map((text) => (
        <div key={text} className="house-form">
          <Field label="Nicht gesendet">
            <Textarea rows={4} value={text} readOnly />
          </Field>
          <div className="house-acts">
            <Button onClick={() => copy(text)}>Kopieren</Button>
          </div>
        </div>
      ))}
      <Button variant="ghost" onClick={() => keep([])}>
        Verwerfen
      </Button>
    </section>
  );
}
