import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { useEffect, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import type { LowerSections } from './editor-lower-sections.tsx';
import type { AdFormState } from './use-ad-form.ts';
import type { Media } from './use-media.ts';
import '../../ui/form-section.css';

export interface LowerProps {
  editor: AdFormState;
  /** Null for a new ad. */
  inserat: Inserat | null;
  media: Media;
}

type Loaded = { LowerSections: typeof LowerSections } | 'failed' | null;

const SECTIONS = [
  ['text', 'Text'],
  ['kontakt', 'Kontakt'],
  ['standort', 'Standort'],
  ['bilder', 'Bilder'],
  ['videos', 'Videos'],
  ['hervorheben', 'Hervorheben'],
  ['start', 'Veröffentlichung'],
] as const;

/** Once loaded it renders at once: the form is mounted again when it is emptied. */
let known: Loaded = null;

/**
 * The lower half of the editor. Its code is loaded after the upper half is rendered: nobody sees it
 * before.
 */
export function Lower(props: LowerProps) {
  const [loaded, setLoaded] = useState(known);
  const load = () => {
    if (known) return;
    setLoaded(null);
    import('./editor-lower-sections.tsx').then(
      (code) => {
        known = code;
        setLoaded(code);
      },
      () => setLoaded('failed'),
    );
  };
  useEffect(load, []);
  if (loaded === 'failed')
    return (
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
  if (loaded) return <loaded.LowerSections {...props} />;
  return SECTIONS.map(([id, title]) => (
    <FormSection key={id} id={id} title={title}>
      <div className="sec-waiting" aria-busy="true" />
    </FormSection>
  ));
}
