import type { Output } from '@samtrot/shared/kernel/action.ts';
import { textLength } from '@samtrot/shared/kernel/text.ts';
import { MAIL_PLACEHOLDERS } from '@samtrot/shared/texts/mail-text-rules.ts';
import {
  PLACEHOLDERS,
  TERMS_AHEAD_DAYS,
  TEXT_MAX,
  type TextId,
  type TextKind,
  textKind,
  textProblem,
} from '@samtrot/shared/texts/rules.ts';
import { type getTexts, requestText, saveText } from '@samtrot/shared/texts/staff-contract.ts';
import { useState } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { CatalogueSubmit } from './catalogue/catalogue-submit.tsx';
import { atFields, useChange } from './use-change.tsx';

export type TextVersion = Output<typeof getTexts>['versions'][number];

interface Props {
  text: TextId;
  of: TextVersion;
  title: string;
  content: string;
}

const PARTS = '**fett**, [Wort](/kontakt). Eine leere Zeile beginnt einen neuen Absatz.';
const HELP: Record<TextKind['form'], string> = {
  document: `«# » Titel, «## » Abschnitt, «### » Zwischentitel, «- » Liste, ${PARTS}`,
  questions: `«# » Titel, «## » Gruppe, «### » Frage, darunter die Antwort; «- » Liste, ${PARTS}`,
  note: `«# » Titel, darunter Absätze; [117](tel:117) lässt sich antippen, ${PARTS}`,
  plain: 'Nur Text und Platzhalter. Leer heisst: keine Signatur.',
  facts:
    'Zwei Zeilen für jede Angabe: was es ist, darunter «: » und der Wortlaut. Dazwischen eine leere Zeile.',
};

/** A draft as it is typed; it stays until it is saved (BOF-127). */
export function TextDraft({ text, of, title, content }: Props) {
  const [typed, setTyped] = useState(content);
  const [kept, setKept] = useState(content);
  const [seen, setSeen] = useState(of.saved);
  const [problem, setProblem] = useState<string | null>(null);
  const [submitting, setSubmitting] = useState(false);
  const { run, busy, dialog } = useChange();
  const changed = typed !== kept;
  const elsewhere = of.saved > seen;
  const save = async (): Promise<boolean> => {
    const found = textProblem(text, typed.trim());
    setProblem(found);
    if (found) return false;
    return run(
      saveText,
      { version_id: of.version_id, seen, content: typed },
      ({ saved }) => {
        setSeen(saved);
        setKept(typed);
      },
      atFields(({ content: said }) => setProblem(said ?? null)),
    );
  };
  const { required, form, mail, max = TEXT_MAX } = textKind(text);
  return (
    <>
      {of.retired && (
        <Alert tone="warning">
          Es gibt schon eine neuere Fassung. Beginne einen neuen Entwurf und übernimm, was gelten
          soll.
        </Alert>
      )}
      {elsewhere && (
        <Alert
          tone="warning"
          live
          action={
            <Button
              onClick={() => {
                setTyped(content);
                setKept(content);
                setSeen(of.saved);
              }}
            >
              Neue Fassung ansehen
            </Button>
          }
        >
          Das wurde inzwischen geändert. Was du getippt hast, ist nicht gespeichert.
        </Alert>
      )}
      <section className="house-panel" aria-labelledby="entwurf">
        <h2 id="entwurf">{title}</h2>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void save();
          }}
        >
          <div className="house-state house-form">
            <Field
              label="Text"
              error={problem}
              counter={{ value: textLength(typed), max }}
              help={HELP[form]}
            >
              <Textarea
                rows={form === 'plain' ? 6 : 24}
                spellCheck
                value={typed}
                onChange={({ target }) => {
                  setTyped(target.value);
                  setProblem(null);
                }}
              />
            </Field>
            <details>
              <summary className="house-summary">Platzhalter</summary>
              {required.length > 0 && (
                <p>Müssen vorkommen: {required.map((name) => `{${name}}`).join(', ')}</p>
              )}
              <p className="muted">
                Alle:{' '}
                {(mail ? MAIL_PLACEHOLDERS : PLACEHOLDERS).map((name) => `{${name}}`).join(', ')}
              </p>
            </details>
          </div>
          <div className="house-acts catalogue-acts">
            <Button type="submit" busy={busy} disabled={!changed}>
              Speichern
            </Button>
            <Button
              variant="primary"
              disabled={busy || of.retired || elsewhere}
              onClick={async () => {
                if (!changed || (await save())) setSubmitting(true);
              }}
            >
              Vorlegen
            </Button>
          </div>
        </form>
      </section>
      {submitting && (
        <CatalogueSubmit
          of={of}
          seen={seen}
          request={requestText}
          ahead={text === 'terms' ? TERMS_AHEAD_DAYS + 1 : 1}
          onClose={() => setSubmitting(false)}
        />
      )}
      {dialog}
    </>
  );
}
