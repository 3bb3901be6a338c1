import { type ReactNode, useEffect, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormSection } from '../../../ui/form-section.tsx';
import type { LOWER, LowerId, LowerProps } from './editor-lower-sections.tsx';
import { SECTIONS } from './steps/editor-steps.ts';
import '../../../ui/form-section.css';

type Loaded = typeof LOWER | 'failed' | null;

/** Once loaded it renders at once: the form is mounted again when it is emptied. */
let known: typeof LOWER | null = null;

/**
 * The lower half of the editor. Its code is loaded after the upper half is rendered: nobody sees it
 * before.
 */
export function useLower(): {
  section: (id: LowerId, props: LowerProps) => ReactNode;
  end: ReactNode;
} {
  const [loaded, setLoaded] = useState<Loaded>(known);
  const load = () => {
    if (known) return;
    setLoaded(null);
    import('./editor-lower-sections.tsx').then(
      (code) => {
        known = code.LOWER;
        setLoaded(code.LOWER);
      },
      () => setLoaded('failed'),
    );
  };
  useEffect(load, []);
  const section = (id: LowerId, props: LowerProps) => {
    if (loaded === 'failed') return null;
    if (!loaded)
      return (
        <FormSection id={id} title={SECTIONS[id].title}>
          <div className="sec-waiting" aria-busy="true" />
        </FormSection>
      );
    const Section = loaded[id];
    return <Section {...props} />;
  };
  const end = loaded === 'failed' && (
    <Alert
      tone="danger"
      action={
        <Button variant="secondary" onClick={load}>
          Erneut laden
        </Button>
      }
    >
      <p>Der Rest des Formulars konnte nicht geladen werden.</p>
    </Alert>
  );
  return { section, end };
}
