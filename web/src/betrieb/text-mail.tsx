import type { Output } from '@samtrot/shared/kernel/action.ts';
import { type getTextVersion, sendTextToMe } from '@samtrot/shared/texts/staff-contract.ts';
import { Mail } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import type { TextVersion } from './text-draft.tsx';
import { useChange } from './use-change.tsx';
import './text-mail.css';

interface Props {
  of: TextVersion;
  mail: NonNullable<Output<typeof getTextVersion>['mail']>;
}

/** A mail with the words of this version, as it is sent: as text and as HTML (BOF-130). */
export function TextMail({ of, mail: { text, html } }: Props) {
  const { run, busy, dialog } = useChange();
  return (
    <section className="house-panel" aria-labelledby="muster">
      <h2 id="muster">Vorschau</h2>
      <div className="house-state house-form">
        <p className="muted">
          {of.state === 'draft' ? 'Wie zuletzt gespeichert. ' : ''}Schaltfläche, ihre Adresse und
          der Link zum Abbestellen stehen fest.
        </p>
        <div className="text-mail">
          <figure>
            <figcaption className="sm muted">HTML</figcaption>
            <iframe title="E-Mail als HTML" sandbox="" srcDoc={html} />
          </figure>
          <figure>
            <figcaption className="sm muted">Text</figcaption>
            <pre>{text}</pre>
          </figure>
        </div>
      </div>
      <div className="house-acts catalogue-acts">
        <Button
          icon={Mail}
          busy={busy}
          onClick={() => void run(sendTextToMe, { version_id: of.version_id })}
        >
          An mich senden
        </Button>
      </div>
      {dialog}
    </section>
  );
}
