import { type Banner, keepBanner } from '@samtrot/shared/banners/contract.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { AutosaveStatus, EditorAlerts, EditorQuestions } from '../../editor/editor-parts.tsx';
import { call } from '../../lib/api/api.ts';
import { focusControl } from '../../lib/page/focus-control.ts';
import { type Account, useReload } from '../../lib/session/session.ts';
import { rememberStep } from '../../lib/session/steps-left.ts';
import { useHasNotes } from '../../listing/hold.ts';
import { ItemNotesLater } from '../../listing/item-notes-later.ts';
import { LaterStep, WizardDialogs } from './later-step.ts';
import type { Source } from './picture-field.tsx';
import { StepType } from './step-type.tsx';
import { useBannerEditor } from './use-banner-editor.ts';
import { controlId, useWizard } from './use-wizard.ts';
import { useWizardSave } from './use-wizard-save.ts';
import {
  BLANK_WIZARD,
  furthestStep,
  isBooked,
  mainAct,
  openSentence,
  problemsOfStep,
  type StepNumber,
  stepOfFields,
  wizardDiffers,
  wizardFormOf,
  wizardPrice,
} from './wizard-form.ts';
import { Stepper, WizardFoot, WizardHead } from './wizard-frame.tsx';
import './wizard.css';

interface Props {
  /** The banner that is edited, as it was when the wizard opened; null for a new one. */
  banner: Banner | null;
  account: Account;
  /** The step in the address; the form decides whether it can be shown. */
  wanted: StepNumber;
  onStep: (step: StepNumber) => void;
  /** A new banner is a draft now, with this number. */
  onBegun: (bannerId: number) => void;
  /** Replaces the form by what the server has. */
  onReload: () => void;
}

export function BannerWizard({ banner, account, wanted, onStep, onBegun, onReload }: Props) {
  const navigate = useNavigate();
  const reload = useReload();
  const [source, setSource] = useState<Source | null>(null);
  const known = account.webseiten.map(({ id }) => id);
  const hasNotes = useHasNotes('banner', banner?.ID);
  const status = banner?.status ?? null;
  const booked = isBooked(status);
  const unsaved = banner?.unsaved ?? null;

  const item = useBannerEditor({
    itemId: banner?.ID ?? null,
    form: banner ? wizardFormOf(banner, known) : BLANK_WIZARD,
    version: banner?.version ?? 0,
    savedAt: banner?.saved_at ?? null,
    showsSaved: !booked || unsaved !== null,
    opened: banner !== null,
    onBegun,
    onPictureRefused: (banner_bild) => wizard.refuse({ banner_bild }),
  });
  const wizard = useWizard(item, { known, status });
  const { form, problems } = wizard;
  const { opened } = item.state;
  const furthest = opened ? furthestStep(problems) : 1;
  const step = Math.min(wanted, furthest) as StepNumber;
  const latestOnStep = useRef(onStep);
  latestOnStep.current = onStep;

  const price = wizardPrice(account.prices.banners, form);
  const saving = useWizardSave({
    item,
    wizard,
    total: price?.total ?? 0,
    reload,
    onRefused: (fields) => {
      const at = stepOfFields(fields);
      if (at === undefined) return;
      onStep(at);
      focusControl(controlId(fields[0]!));
    },
    onDone: () => {
      item.release();
      void navigate({ to: '/banner' });
    },
  });
  useNewStep(step);
  const { itemId } = item.state;
  useEffect(() => {
    if (itemId !== null) rememberStep(`banner-${itemId}`, step);
  }, [itemId, step]);

  const goTo = async (to: StepNumber) => {
    if (!opened) {
      // The draft is made as soon as the first step is left, so that back leads to it; without a
      // connection the next step opens all the same.
      item.dispatch({ type: 'opened' });
      await item.flush();
    }
    latestOnStep.current(to);
  };
  const main = mainAct(status, price?.total ?? 0, account.credits);
  const changed =
    booked &&
    (unsaved !== null ||
      (banner !== null && wizardDiffers(form, wizardFormOf({ ...banner, unsaved: null }, known))));
  const ofStep = problemsOfStep(step, problems);
  const amount = booked
    ? { label: 'Bezahlt', amount: banner!.banner_credits }
    : step > 2
      ? { label: 'Total', amount: price?.total ?? 0 }
      : { label: 'Preis pro Monat', amount: form.typ ? account.prices.banners[form.typ] : 0 };

  return (
    <div className="wizard-page">
      <WizardHead
        title={banner ? 'Banner bearbeiten' : 'Banner aufgeben'}
        credits={account.credits}
        price={form.typ === null ? null : amount}
      >
        <AutosaveStatus state={item.state} booked={booked} />
      </WizardHead>
      <Stepper step={step} furthest={furthest} onStep={goTo} />
      {hasNotes && banner && <ItemNotesLater type="banner" id={banner.ID} />}
      <EditorAlerts
        editor={item}
        account={account}
        unsaved={
          unsaved && {
            discard: (version) =>
              call(keepBanner, { banner_id: banner!.ID, typ: banner!.typ, discard: true, version }),
            description: 'Das Formular zeigt danach wieder deinen Banner, wie er gebucht ist.',
          }
        }
        onReload={onReload}
        onSignedIn={() => void reload()}
      />
      {step === 1 && <StepType wizard={wizard} fixed={booked} />}
      {step > 1 && (
        <LaterStep
          step={step as 2 | 3 | 4}
          wizard={wizard}
          typ={form.typ!}
          banner={banner}
          account={account}
          source={source}
          onSource={setSource}
        />
      )}
      <WizardFoot
        step={step}
        main={main}
        open={openSentence(booked && step === 4 ? problems : ofStep)}
        second={secondAct(step, main, changed && Object.keys(problems).length === 0)}
        busy={saving.busy}
        onStep={goTo}
        onQuestion={saving.openQuestion}
      />
      <WizardDialogs saving={saving} form={form} banner={banner} account={account} />
      <EditorQuestions editor={item} subject="Dieser Banner" onReload={onReload} />
    </div>
  );
}

/**
 * Beside the button that leads on: the draft of what could be ordered, and from any step the
 * changes of a booked banner.
 */
function secondAct(
  step: StepNumber,
  main: 'order' | 'draft' | 'save',
  savable: boolean,
): 'draft' | 'save' | null {
  if (step === 4) return main === 'order' ? 'draft' : null;
  return savable ? 'save' : null;
}

/** A new step begins at its top; the focus on its title announces it to a screen reader. */
function useNewStep(step: StepNumber): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.getElementById('step-title')?.focus({ preventScroll: true });
  }, [step]);
}
