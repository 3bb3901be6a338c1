import type { Output } from '@samtrot/shared/kernel/action.ts';
import { textLength } from '@samtrot/shared/kernel/text.ts';
import { MESSAGE_MAX, SUPPORT_SUBJECTS, subjectLabel } from '@samtrot/shared/support/rules.ts';
import {
  addTemplate,
  changeTemplate,
  deleteTemplate,
  templates,
} from '@samtrot/shared/support/template-contract.ts';
import {
  PLACEHOLDERS,
  TEMPLATE_NAME_MAX,
  templateNameProblem,
  templateProblem,
} from '@samtrot/shared/support/thread-rules.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useHouseTitle, useList, useMe } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { HouseNotFound } from '../not-found.tsx';
import { useChange } from '../use-change.tsx';
import './thread.css';

type Template = Output<typeof templates>['items'][number];
type Content = Pick<Template, 'name' | 'subject' | 'text'>;
type Asked = { is: 'add' } | { is: 'change' | 'delete'; template: Template };

const EMPTY: Content = { name: '', subject: 'general', text: 'Hallo {name}\n\n' };
const SUBJECTS = SUPPORT_SUBJECTS.map(({ value, label }) => ({ value, label }));

/** The texts that the house chooses from when it answers (BOF-86). */
export function TemplatesPage() {
  useHouseTitle('Vorlagen');
  return useMe().rights.includes('template.edit') ? <Templates /> : <HouseNotFound />;
}

function Templates() {
  const query = useList(templates, {});
  const { run, busy, dialog } = useChange();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <p>
        <HouseLink to="/postfach" className="inbox-link">
          Postfach
        </HouseLink>
      </p>
      <div className="house-head">
        <h1 className="h1">Vorlagen</h1>
        <Button variant="primary" icon={Plus} onClick={() => setAsked({ is: 'add' })}>
          Neue Vorlage
        </Button>
      </div>
      <section className="house-panel">
        <Loaded query={query}>
          {() =>
            query.data!.items.length === 0 ? (
              <p className="house-state">Noch keine Vorlage.</p>
            ) : (
              <ul className="house-list" aria-label="Vorlagen">
                {query.data!.items.map((template) => (
                  <li key={template.id}>
                    <div>
                      <h2 className="h3">{template.name}</h2>
                      <p className="muted">{subjectLabel(template.subject)}</p>
                    </div>
                    <p className="thread-text">{template.text}</p>
                    <div className="house-acts">
                      <Button
                        size="sm"
                        aria-label={`Ändern: ${template.name}`}
                        onClick={() => setAsked({ is: 'change', template })}
                      >
                        Ändern
                      </Button>
                      <Button
                        size="sm"
                        aria-label={`Löschen: ${template.name}`}
                        onClick={() => setAsked({ is: 'delete', template })}
                      >
                        Löschen
                      </Button>
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      {asked?.is === 'add' && (
        <Editor
          title="Neue Vorlage"
          of={EMPTY}
          busy={busy}
          onClose={close}
          onSave={async (content) => (await run(addTemplate, content)) && close()}
        />
      )}
      {asked?.is === 'change' && (
        <Editor
          title="Vorlage ändern"
          of={asked.template}
          busy={busy}
          onClose={close}
          onSave={async (content) => {
            const { id: template_id, version: seen_version } = asked.template;
            if (await run(changeTemplate, { ...content, template_id, seen_version })) close();
          }}
        />
      )}
      {asked?.is === 'delete' && (
        <ConfirmDialog
          open
          title={`«${asked.template.name}» löschen?`}
          description="Gesendete Antworten bleiben, wie sie sind."
          safe="Zurück"
          act="Löschen"
          danger
          busy={busy}
          onClose={close}
          onAct={async () =>
            (await run(deleteTemplate, { template_id: asked.template.id })) && close()
          }
        />
      )}
      {dialog}
    </>
  );
}

function Editor({
  title,
  of,
  busy,
  onClose,
  onSave,
}: {
  title: string;
  of: Content;
  busy: boolean;
  onClose(): void;
  onSave(content: Content): unknown;
}) {
  const [name, setName] = useState(of.name);
  const [subject, setSubject] = useState(of.subject);
  const [text, setText] = useState(of.text);
  const [pressed, setPressed] = useState(false);
  const problems = { name: templateNameProblem(name.trim()), text: templateProblem(text.trim()) };
  return (
    <ConfirmDialog
      open
      title={title}
      safe="Zurück"
      act="Speichern"
      busy={busy}
      onClose={onClose}
      onAct={() => {
        setPressed(true);
        if (!problems.name && !problems.text) return onSave({ name, subject, text });
      }}
    >
      <div className="house-form">
        <Field label="Name" error={pressed ? problems.name : null}>
          <Input
            value={name}
            maxLength={TEMPLATE_NAME_MAX}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field label="Betreff">
          <Select
            options={SUBJECTS}
            value={subject}
            onChange={({ target }) => setSubject(target.value)}
          />
        </Field>
        <Field
          label="Text"
          error={pressed ? problems.text : null}
          counter={{ value: textLength(text), max: MESSAGE_MAX }}
          help={`Platzhalter: ${PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(', ')}`}
        >
          <Textarea rows={8} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
