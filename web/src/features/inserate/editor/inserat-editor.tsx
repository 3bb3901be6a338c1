import { included } from '@samtrot/shared/cart/rules.ts';
import { choicesFor } from '@samtrot/shared/catalogue/choice-rules.ts';
import {
  BLANK_INSERAT,
  content,
  type Inserat,
  type InseratContent,
  keepInserat,
} from '@samtrot/shared/inserate/contract.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import { payableImages } from '@samtrot/shared/media/payable.ts';
import { hasStoryMedia, willShow } from '@samtrot/shared/media/rules.ts';
import { useNavigate } from '@tanstack/react-router';
import { Eraser } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  AutosaveStatus,
  EditorAlerts,
  EditorQuestions,
  SignedOut,
} from '../../../editor/editor-parts.tsx';
import { call } from '../../../lib/api/api.ts';
import { focusAtOnce } from '../../../lib/page/focus-control.ts';
import { usePreferences } from '../../../lib/session/preferences.ts';
import { type Account, useReload, useReloadOfAccount } from '../../../lib/session/session.ts';
import { stepLeft } from '../../../lib/session/steps-left.ts';
import { useHasNotes } from '../../../listing/hold.ts';
import { ItemNotesLater } from '../../../listing/item-notes-later.ts';
import { returnToList } from '../../../listing/way-back.ts';
import { isOpen } from '../../../media/upload.ts';
import { Button } from '../../../ui/button.tsx';
import { MissingSummary } from '../../../ui/missing-summary.tsx';
import { toast } from '../../../ui/toast.tsx';
import { TodoCard } from '../../../ui/todo-card.tsx';
import type { changedLabel } from '../list/change-labels.ts';
import { PreviewBeside, PreviewOverPage } from '../preview/preview.tsx';
import { cheapestPremium } from './booking/cheapest-premium.ts';
import { CostSheetBar, CostSummary } from './booking/cost-summary.tsx';
import { costOf, costOfChange, placesFree } from './booking/editor-cost.ts';
import {
  changesPackage,
  isOn,
  ordering,
  paidFor,
  promotedOf,
  takesOut,
} from './booking/editor-run.ts';
import { useCart } from './booking/use-cart.ts';
import { EditorClose } from './editor-close.tsx';
import { cleared, stillOffered, withPackage } from './editor-form.ts';
import { ChangeDialog, ClearDialog, EditorDialogs } from './editor-questions.ts';
import { EditorSections } from './editor-sections.tsx';
import { useMedia } from './media/use-media.ts';
import { SectionIndex } from './steps/editor-index.tsx';
import { indexFacts, stepFacts } from './steps/editor-step-facts.ts';
import { STEP_TITLE_ID, StepHead } from './steps/editor-step-head.tsx';
import { StepList } from './steps/editor-step-list.tsx';
import { firstEmptyOf, LAST_STEP, problemsOfStep } from './steps/editor-steps.ts';
import { missing, openPoints } from './steps/editor-todo.ts';
import { useAdSteps } from './steps/use-ad-steps.ts';
import { useAdEditor } from './use-ad-editor.ts';
import { controlId, focusFirst, useAdForm } from './use-ad-form.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useNumber } from './use-number.ts';
import { EDITOR_TOAST_MS, useSaveInserat } from './use-save-inserat.ts';
import '../../../ui/editor-page.css';
import '../../../ui/form-section.css';

/** Long enough to read all that another package did. */
const CHANGED_TOAST_MS = 10_000;

/** In the words of the question, whose code is there by then. */
async function sayChange(
  ...[change, credits, message]: [...Parameters<typeof changedLabel>, string]
): Promise<void> {
  const said = await import('./editor-lower-sections.tsx').then(
    (code) => code.changedLabel(change, credits),
    () => message,
  );
  toast.success(said, { duration: CHANGED_TOAST_MS });
}

interface Props {
  inseratId: number;
  /** The ad that is edited, as it was when the editor opened; null for a new one. */
  inserat: Inserat | null;
  /** What was typed over a booked ad and never saved. */
  unsaved: InseratContent | null;
  account: Account;
  /** A new ad is a draft now; its number may have changed since it opened. */
  onBegun: (inseratId: number) => void;
  /** Replaces the form by what the server has. */
  onReload: (inseratId: number) => void;
}

export function InseratEditor({
  inseratId: first,
  inserat,
  unsaved,
  account,
  onBegun,
  onReload,
}: Props) {
  const navigate = useNavigate();
  const reload = useReload();
  const reloadAccount = useReloadOfAccount();
  const number = useNumber(first, () => !item.current().begun);
  const inseratId = number.id;
  const steps = useAdSteps(
    inserat?.inserat_status === 'entwurf' ? (stepLeft(inserat.ID) ?? 1) : 1,
    inseratId,
  );
  const reopen = () => onReload(inseratId);
  const [clearing, setClearing] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const { isOff } = usePreferences();
  const [refusals, setRefusals] = useState(0);
  const hasNotes = useHasNotes('inserat', inseratId);
  const running = inserat !== null && isOn(inserat);
  const booked = running || inserat?.inserat_status === 'geplant';
  const saved = account.Inserats.find(({ ID }) => ID === inseratId);
  const images = saved?.imageSources ?? [];
  const payable = payableImages(images, booked);
  const hasStory = saved !== undefined && hasStoryMedia(saved.story_image, saved.story_video);
  const videos = saved?.videoSources.filter(willShow).length ?? 0;
  const paid = inserat?.paid ?? null;
  const lists = choicesFor(account, inserat ?? BLANK_INSERAT);

  const go = (to: '/home' | '/inserate' | '/guthaben', search = {}) => {
    item.release();
    void navigate({ to, search });
  };
  const item = useAdEditor({
    number,
    form: inserat ? stillOffered(pick(content, unsaved ?? inserat), lists) : BLANK_INSERAT,
    version: inserat?.version ?? 0,
    savedAt: inserat?.saved_at ?? null,
    showsSaved: !booked || unsaved !== null,
    begun: inserat !== null,
    isBegun: () => item.current().begun,
    isUploading: () => uploading,
    onSaved: () => cart.markSaved(),
    onBegun: () => onBegun(number.current()),
    onForward: () => {
      // The address changes before the next page is there and replaces this one.
      if (!location.pathname.startsWith('/rabota')) return;
      go('/inserate', { tab: 'entwurf' });
    },
  });
  const context = {
    lists: account,
    running,
    images: images.length,
    hasStory,
    videos,
    booked: inserat &&
      paid && {
        package: paid.package,
        pushes: inserat.date_time_pushes,
        end: inserat.end_at,
        promoted: promotedOf(inserat, paid),
      },
  };
  const editor = useAdForm(item, context, steps.showFieldOf);
  const { form, problems } = editor;
  const media = useMedia({
    number,
    saved,
    packageId: form.inserat_typ,
    reload: reloadAccount,
    reloadSoon: reload,
    limits: included(booked ? inserat.inserat_typ : form.inserat_typ),
    reach: account.rating_reach,
    onSessionEnded: item.sessionEnded,
  });
  const uploading = media.unsaved;
  const hasMedia = images.length > 0 || hasStory || (saved?.videoSources.length ?? 0) > 0;
  // Not as soon as the ad is known: one that has just been placed is too, and leads on to another
  // page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first picture or video makes a draft of a new ad
  useEffect(() => {
    if (!hasMedia || item.current().exit === 'left') return;
    item.dispatch({ type: 'began' });
    // A package that was chosen before counts from now on.
    item.replace(item.current().form);
  }, [hasMedia]);

  const now = new Date();
  const ordered = ordering(form, inserat, now);
  const covers = paidFor(account.prices, form, inserat, now);
  const cost = costOf(account.prices, ordered, payable, covers, account, now);
  const topUp = { label: 'Aufladen', run: () => void navigate({ to: '/guthaben' }) };
  const cart = useCart({
    number,
    inserat,
    form: ordered,
    uploading,
    images: payable,
    total: cost.total,
    missing: cost.missing,
    onSessionEnded: item.sessionEnded,
    topUp,
  });
  const points = openPoints(form, problems, images.length);
  const saving = useSaveInserat({
    item,
    editor,
    number,
    total: cost.total,
    credits: account.credits,
    reload,
    onPremium: () => {
      editor.change(withPackage(form, cheapestPremium(account.prices)));
      goTo('inserat_typ');
    },
    onPlaced: ({ message, credits }, change) => {
      cart.stop();
      if (!booked) return go('/home', { aufgegeben: number.current() });
      if (change) void sayChange(change, credits, message);
      else toast.success(message, { duration: EDITOR_TOAST_MS });
      go('/inserate', returnToList(number.current()));
    },
    onDraft: ({ message }, topsUp) => {
      cart.markSaved();
      item.dispatch({ type: 'began' });
      toast.success(message, { duration: EDITOR_TOAST_MS });
      if (topsUp) go('/guthaben');
      else item.dispatch({ type: 'drafted' });
    },
  });

  const asked = saving.question === 'change' ? saving.change : null;
  const costProps = {
    cost: asked ? costOfChange(asked, account.owed) : cost,
    notice: cart.notice,
    points,
    draftable: !booked,
    placeLabel: booked ? 'Änderungen speichern' : 'Inserat Aufgeben',
    // Placed before its pictures are there, the ad would go without them (MED-06).
    busy: saving.busy || media.busy !== '',
    busyLabel: media.busy || 'Wird gespeichert …',
    onPlace: () => {
      // A draft may be unfinished, so want of credits comes before what is still open (EDI-25).
      if (cost.missing > 0 && !booked) saving.openQuestion('draft');
      else if (Object.keys(problems).length > 0) {
        editor.showOpen(problems, true);
        setRefusals(refusals + 1);
      } else if (cost.missing > 0)
        toast.warning('Nicht genügend Credits', { duration: EDITOR_TOAST_MS, act: topUp });
      else if (changesPackage(form, inserat)) void saving.openChange();
      else if (placesFree(cost, booked) && isOff('place_free') && media.failed === 0)
        void saving.place();
      else void saving.openPlace();
    },
    onDraft: () => {
      if (cost.missing === 0 && isOff('draft')) void saving.draft();
      else saving.openQuestion('draft');
    },
  };
  useEditorKeys({
    onDraft: booked ? item.flush : costProps.onDraft,
    onPlace: () => !costProps.busy && costProps.onPlace(),
  });
  const preview = {
    account,
    form,
    media: {
      images: media.images.images,
      uploads: media.images.uploads.filter(isOpen),
      pendingRating: media.pendingRating,
      videos: saved?.videoSources ?? [],
    },
  };
  const signedOut = {
    editor: item,
    account,
    onSignedIn: () => {
      media.goOn();
      void reload();
    },
  };
  const title = inserat ? 'Inserat bearbeiten' : 'Neues Inserat aufgeben';
  const status = <AutosaveStatus state={item.state} booked={booked} uploading={media.busy} />;
  const goTo = (field: string) => focusFirst(steps.showFieldOf([field]));
  const next = () => {
    const open = problemsOfStep(steps.step, problems);
    if (Object.keys(open).length > 0) return editor.showOpen(open);
    const to = steps.step + 1;
    steps.show(to);
    const empty = firstEmptyOf(to, missing(form));
    if (empty === undefined || !focusAtOnce(controlId(empty))) focusAtOnce(STEP_TITLE_ID);
  };

  const clear = (
    <Button variant="ghost" icon={Eraser} onClick={() => setClearing(true)}>
      Formular leeren
    </Button>
  );

  return (
    <div className={steps.stepped ? 'editor-page stepped' : 'editor-page'}>
      <div className="editor has-preview">
        <div className="grow editor-main">
          {steps.stepped ? (
            <StepHead
              title={title}
              inseratId={inseratId}
              steps={steps}
              status={status}
              close={
                <EditorClose
                  item={item}
                  inseratId={inseratId}
                  booked={booked}
                  onDraft={() => saving.openQuestion('draft')}
                  onLeave={() =>
                    void navigate({ to: '/inserate', search: returnToList(inseratId) })
                  }
                  onDiscarded={() => {
                    cart.discard();
                    go('/inserate');
                    void reload();
                  }}
                  onRestored={reload}
                />
              }
              list={
                <StepList
                  steps={steps}
                  draft={!booked}
                  facts={stepFacts(
                    {
                      form,
                      lists: account,
                      images: images.length,
                      videos,
                      failed: media.failed,
                    },
                    points,
                  )}
                />
              }
            />
          ) : (
            <div className="page-head wrap edit-head">
              <div>
                <h1 className="h1">{title}</h1>
                <p className="num">Inserat-Nr. {inseratId}</p>
              </div>
              {status}
            </div>
          )}
          {!steps.stepped && (
            <SectionIndex {...indexFacts({ form, images: images.length }, points)} />
          )}
          <div className="stack grow secs">
            <MissingSummary
              points={points.filter(({ optional }) => !optional)}
              refusals={refusals}
              idOf={controlId}
              onGo={goTo}
            />
            <EditorAlerts
              {...signedOut}
              unsaved={
                unsaved && {
                  discard: (version) =>
                    call(keepInserat, { inserat_id: inseratId, discard: true, version }),
                  description:
                    'Das Formular zeigt danach wieder dein Inserat, wie es veröffentlicht ist.',
                }
              }
              onReload={reopen}
            />
            {hasNotes && (
              <ItemNotesLater
                type="inserat"
                id={inseratId}
                onGo={(field) => goTo(field.startsWith('bild:') ? 'bilder' : field)}
              />
            )}
            <EditorSections
              editor={editor}
              lists={lists}
              inseratId={inseratId}
              inserat={inserat}
              media={media}
              account={account}
              cost={cost}
              paid={covers}
              steps={steps}
            />
            {steps.stepped && <div hidden={steps.step < LAST_STEP}>{clear}</div>}
          </div>
        </div>
        <aside className="cost-side ad-side" aria-label="Kosten">
          <div className="ad-side-first">
            <CostSummary {...costProps} />
            <PreviewBeside {...preview} />
          </div>
          <TodoCard points={points} idOf={controlId} onGo={goTo} />
          {/* Behind the button to place, which is never more than 30 Tabs away (EXP-74). */}
          {!steps.stepped && clear}
        </aside>
      </div>
      <CostSheetBar
        {...costProps}
        onNext={steps.stepped && steps.step < LAST_STEP ? next : null}
        onPreview={() => setPreviewing(true)}
      />
      <PreviewOverPage
        {...preview}
        notice={item.state.halt === 'signed-out' && <SignedOut {...signedOut} />}
        open={previewing}
        onClose={() => setPreviewing(false)}
      />
      <EditorDialogs
        saving={saving}
        form={form}
        cost={cost}
        takenOut={takesOut(form, inserat, now)}
        failed={media.failed}
        status={inserat?.inserat_status ?? null}
      />
      <ChangeDialog
        saving={saving}
        takenOut={takesOut(form, inserat, now)}
        onKeep={() => {
          saving.closeQuestion();
          if (paid) editor.change(withPackage(form, paid.package));
        }}
      />
      <ClearDialog
        open={clearing}
        booked={booked}
        onClear={() => {
          setClearing(false);
          editor.replace(cleared(form, booked));
        }}
        onClose={() => setClearing(false)}
      />
      <EditorQuestions
        editor={item}
        subject="Dieses Inserat"
        uploading={uploading}
        onReload={reopen}
        onLeave={() => cart.discard()}
      />
    </div>
  );
}
