import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDate } from '@samtrot/shared/kernel/format.ts';
import { templates } from '@samtrot/shared/support/template-contract.ts';
import {
  fillTemplate,
  openPlaceholders,
  PLACEHOLDER_LABELS,
} from '@samtrot/shared/support/thread-rules.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useList } from '../api.ts';
import { Loaded } from '../list-state.tsx';

type Template = Output<typeof templates>['items'][number];

interface Props {
  /** Those of this subject come first. */
  subject: string;
  /** What is known of the thread. */
  values: { name: string; nummer?: string };
  onChoose: (text: string) => void;
  onClose: () => void;
}

/** Where a link of a text for this subject mostly leads. */
const PAGES: Partial<Record<string, string>> = {
  technical: '/auth/forgot',
  ad: '/inserate',
  billing: '/guthaben',
};

/** Chooses a template, then asks for what it names and nobody knows but the writer (BOF-86). */
export function TemplateDialog({ subject, values, onChoose, onClose }: Props) {
  const [chosen, setChosen] = useState<Template | null>(null);
  const query = useList(templates, {});
  const texts = (query.data?.items ?? []).toSorted(
    (a, b) => Number(b.subject === subject) - Number(a.subject === subject),
  );
  const choose = (template: Template) => {
    const text = fillTemplate(template.text, values);
    if (openPlaceholders(text).length === 0) onChoose(text);
    else setChosen(template);
  };
  if (chosen)
    return (
      <Blanks
        title={chosen.name}
        subject={chosen.subject}
        text={fillTemplate(chosen.text, values)}
        onBack={() => setChosen(null)}
        onDone={onChoose}
      />
    );
  return (
    <Dialog open cross onClose={onClose} title="Vorlage wählen">
      <Loaded query={query}>
        {() =>
          texts.length === 0 ? (
            <p className="house-state">Noch keine Vorlage.</p>
          ) : (
            <ul className="thread-templates">
              {texts.map((template) => (
                <li key={template.id}>
                  <Button onClick={() => choose(template)}>{template.name}</Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface BlanksProps {
  title: string;
  subject: string;
  text: string;
  onBack: () => void;
  onDone: (text: string) => void;
}

function Blanks({ title, subject, text, onBack, onDone }: BlanksProps) {
  const open = openPlaceholders(text);
  const [typed, setTyped] = useState<Partial<Record<(typeof open)[number], string>>>({
    datum: formatDate(new Date()),
    link: location.origin + (PAGES[subject] ?? ''),
  });
  // What is left empty stays a placeholder, which stops the answer.
  const given = Object.fromEntries(
    open.flatMap((name) => (typed[name]?.trim() ? [[name, typed[name].trim()]] : [])),
  );
  return (
    <Dialog
      open
      onClose={onBack}
      title={title}
      description="Prüfe diese Angaben. Darunter steht der Text, wie er eingesetzt wird."
    >
      <form
        className="house-form"
        onSubmit={(event) => {
          event.preventDefault();
          onDone(fillTemplate(text, given));
        }}
      >
        {open.map((name) => (
          <Field key={name} label={PLACEHOLDER_LABELS[name]}>
            <Input
              value={typed[name] ?? ''}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            />
          </Field>
        ))}
        <p className="thread-text">{fillTemplate(text, given)}</p>
        <DialogActions>
          <Button onClick={onBack}>Zurück</Button>
          <Button type="submit" variant="primary">
            Einsetzen
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
