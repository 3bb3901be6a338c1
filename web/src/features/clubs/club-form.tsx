import { type Club, type ClubContent, content, keepClub } from '@samtrot/shared/clubs/contract.ts';
import { canProlong } from '@samtrot/shared/clubs/status.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import { lackingWithDebt } from '@samtrot/shared/topups/debt.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AutosaveStatus, EditorAlerts, EditorQuestions } from '../../editor/editor-parts.tsx';
import { call } from '../../lib/api/api.ts';
import { type Account, useReload } from '../../lib/session/session.ts';
import { useHasNotes } from '../../listing/hold.ts';
import { ItemNotesLater } from '../../listing/item-notes-later.ts';
import { isMoving, isOpen } from '../../media/upload.ts';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { TodoCard } from '../../ui/todo-card.tsx';
import { ClubLower } from './club-lower-lazy.ts';
import { ClubSection } from './club-section.tsx';
import { costOf, type FormStatus, priceSentence } from './form-cost.ts';
import { Summary, SummaryBar } from './form-summary.tsx';
import { controlId, openPoints } from './form-values.ts';
import { useClubEditor } from './use-club-editor.ts';
import { focusFirst, useClubForm } from './use-club-form.ts';
import { useClubPictures } from './use-club-pictures.ts';
import { useSaveClub } from './use-save-club.ts';
import '../../ui/dialog.css';
import '../../ui/editor-page.css';
import '../../ui/form-section.css';

interface Props {
  title: string;
  subtitle: string;
  /** As it was when the form opened. */
  club: Club;
  status: FormStatus;
  /** What was typed over a placed club and never saved. */
  unsaved: ClubContent | null;
  account: Account;
  /** Replaces the form by what the server has. */
  onReload: () => void;
}

export function ClubForm({ title, subtitle, club, status, unsaved, account, onReload }: Props) {
  const hasNotes = useHasNotes('club', club.ID);
  const navigate = useNavigate();
  const reload = useReload();
  const placed = status !== 'neu';
  const booked = status === 'aktiv' || status === 'geplant';
  const toProlong = useLocation({ select: ({ hash }) => hash === 'laufzeit' }) && canProlong(club);
  const [longer, setLonger] = useState(booked && toProlong);
  // Only where it opens: what is pressed later moves nothing.
  useEffect(() => {
    if (toProlong) focusFirst(['monate']);
  }, [toProlong]);
  const orders = !booked || longer;
  const item = useClubEditor({
    form: pick(content, unsaved ?? club),
    version: club.version,
    savedAt: club.saved_at,
    itemId: club.ID === 0 ? null : club.ID,
    showsSaved: !placed || unsaved !== null,
    begun: true,
    isUploading: () => uploading,
  });
  const editor = useClubForm(item, {
    cantons: account.cantons,
    contentsOnly: !orders,
    running: status === 'aktiv',
    planned: status === 'geplant',
  });
  const { form, problems } = editor;
  const pictures = useClubPictures({
    item,
    initial: club.bilder,
    onSessionEnded: item.sessionEnded,
    onChanged: () => void (placed && reload()),
  });
  const uploading = pictures.uploads.some(isOpen);

  const costs = costOf(account.prices.clubs, orders ? form.monate : undefined, account.credits);
  const cost = { ...costs, missing: lackingWithDebt(costs.missing, account.owed) };
  const saving = useSaveClub({
    item,
    editor,
    total: cost.total,
    reload,
    onSaved: ({ message }) => {
      toast.success(message);
      item.release();
      void navigate({ to: '/clubs' });
    },
  });
  const moving = pictures.uploads.some(isMoving);
  const ask = (what: 'order' | 'change') => () => {
    const open = what === 'change' ? editor.problemsOfContents() : problems;
    if (Object.keys(open).length > 0) editor.showOpen(open);
    else saving.openQuestion(what);
  };
  const summary = {
    cost,
    months: orders ? form.monate : undefined,
    label: booked ? (longer ? 'Verlängern' : 'Änderungen speichern') : 'Club eintragen',
    onChangeOnly: status === 'abgelaufen' || (booked && longer) ? ask('change') : undefined,
    // Ordered before its pictures are there, the club would go online without them.
    busy: saving.busy || moving,
    busyLabel: moving ? 'Bilder laden …' : 'Wird gespeichert …',
    onSave: ask(orders ? 'order' : 'change'),
  };
  const labels = saving.question === 'order' ? (booked ? LONGER : ENTER) : CHANGE;
  const total = saving.changedTotal ?? cost.total;

  return (
    <div className="editor-page club-form">
      <div className="page-head wrap edit-head">
        <div>
          <h1 className="h1">{title}</h1>
          <p className="num">{subtitle}</p>
        </div>
        <AutosaveStatus state={item.state} booked={placed} />
      </div>
      <div className="editor">
        <div className="stack grow secs">
          <EditorAlerts
            editor={item}
            account={account}
            unsaved={
              unsaved && {
                discard: (version) => call(keepClub, { club_id: club.ID, discard: true, version }),
                description:
                  'Das Formular zeigt danach wieder deinen Club, wie er veröffentlicht ist.',
              }
            }
            onReload={onReload}
            onSignedIn={() => {
              pictures.slot.queue?.resume();
              void reload();
            }}
          />
          {hasNotes && (
            <ItemNotesLater
              type="club"
              id={club.ID}
              onGo={(field) => focusFirst([field.startsWith('bild:') ? 'bilder' : field])}
            />
          )}
          <ClubSection editor={editor} />
          <ClubLower
            editor={editor}
            cantons={account.cantons}
            pictures={pictures}
            club={placed ? club : null}
            status={status}
            longer={longer}
            onLonger={setLonger}
          />
        </div>
        <aside className="cost-side" aria-label="Kosten">
          <Summary {...summary} />
          <TodoCard
            points={openPoints(form, problems)}
            idOf={controlId}
            onGo={(field) => focusFirst([field])}
          />
        </aside>
      </div>
      <SummaryBar {...summary} />
      <ConfirmDialog
        open={saving.question !== null}
        title={labels.title}
        description={priceSentence(form, {
          ordered: saving.question === 'order',
          status,
          total,
          credits: account.credits,
        })}
        safe="Abbrechen"
        act={labels.act}
        busy={saving.busy}
        busyLabel={labels.busy}
        onAct={saving.save}
        onClose={saving.closeQuestion}
      >
        {saving.changedTotal !== null && (
          <Alert tone="warning" live className="above-4">
            <p>Der Preis hat sich geändert. Bitte bestätige ihn.</p>
          </Alert>
        )}
      </ConfirmDialog>
      <EditorQuestions
        editor={item}
        subject="Dieser Club"
        uploading={uploading}
        onReload={onReload}
      />
    </div>
  );
}

const ENTER = { title: 'Club eintragen?', act: 'Eintragen', busy: 'Wird eingetragen …' };
const LONGER = { title: 'Club verlängern?', act: 'Verlängern', busy: 'Wird verlängert …' };
const CHANGE = { title: 'Änderungen speichern?', act: 'Speichern', busy: 'Wird gespeichert …' };
