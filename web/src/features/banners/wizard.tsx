import { type Banner, keepBanner } from '@samtrot/shared/banners/contract.ts';
import { BANNER_TYPES } from '@samtrot/shared/banners/rules.ts';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  AutosaveStatus,
  ConflictDialog,
  LeaveDialog,
  UnsavedNotice,
} from '../../autosave/autosave-parts.tsx';
import { LoginAgain } from '../../autosave/login-again.tsx';
import { call } from '../../lib/api/api.ts';
import { focusControl } from '../../lib/page/focus-control.ts';
import { guardUnsavedChanges } from '../../lib/page/unsaved-changes.ts';
import { type Account, useReload } from '../../lib/session/session.ts';
import type { Source } from './picture-field.tsx';
import { StepContent } from './step-content.tsx';
import { StepOrder } from './step-order.tsx';
import { StepTime } from './step-time.tsx';
import { StepType } from './step-type.tsx';
import { controlId, useWizard } from './use-wizard.ts';
import { useWizardAutosave } from './use-wizard-autosave.ts';
import { useWizardSave } from './use-wizard-save.ts';
import { WizardDialogs } from './wizard-dialogs.tsx';
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
  /** The step in the address; whether it can be shown, the form says. */
  wanted: StepNumber;
  onStep: (step: StepNumber) => void;
  /** A new banner is a draft now, with this number. */
  onBegun: (bannerId: number) => void;
  /** Shows what the server has in place of what is here. */
  onReload: () => void;
}

export function BannerWizard({ banner, account, wanted, onStep, onBegun, onReload }: Props) {
  const navigate = useNavigate();
  const reload = useReload();
  const [sessionEnded, setSessionEnded] = useState(false);
  const [source, setSource] = useState<Source | null>(null);
  /** A new banner is kept from the moment when its type is settled. */
  const [settled, setSettled] = useState(banner !== null);
  const ended = () => setSessionEnded(true);
  const known = account.webseiten.map(({ id }) => id);
  const status = banner?.status ?? null;
  const booked = isBooked(status);
  const unsaved = banner?.unsaved ?? null;

  const wizard = useWizard(banner ? wizardFormOf(banner, known) : BLANK_WIZARD, { known, status });
  const { form, problems } = wizard;
  const furthest = settled ? furthestStep(problems) : 1;
  const step = Math.min(wanted, furthest) as StepNumber;

  const keep = useWizardAutosave({
    bannerId: banner?.ID,
    form: settled ? form : BLANK_WIZARD,
    version: banner?.version ?? 0,
    savedAt: banner?.saved_at ?? null,
    shownAtStart: !booked || unsaved !== null,
    onBegun: (id) => {
      onBegun(id);
      // The list and the menu know it from now on.
      void reload();
    },
    onPictureRefused: (banner_bild) => wizard.refuse({ banner_bild }),
    onSessionEnded: ended,
  });
  // The draft is made as soon as the first step is left, so that back leads to it; without a
  // connection it goes on all the same.
  const next = useRef<StepNumber | null>(null);
  const goOn = useRef(onStep);
  goOn.current = onStep;
  useEffect(() => {
    if (!settled || next.current === null) return;
    const to = next.current;
    void keep.keeper.flush().then(() => goOn.current(to));
  }, [settled, keep.keeper]);

  // A picture is on its way at once: it is of its type, and the type may change.
  const { src } = form.picture ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is another one
  useEffect(() => void keep.keeper.flush(), [src]);

  const leaving = useRef(false);
  const lost = useRef(keep.keeper.pending);
  lost.current = keep.keeper.pending;
  useEffect(
    () =>
      guardUnsavedChanges(
        () => setSessionEnded(true),
        () => lost.current(),
      ),
    [],
  );
  // What the list shows of it is older than what was typed here.
  const stale = useRef(reload);
  stale.current = reload;
  useEffect(() => () => void (keep.keeper.sent() && stale.current()), [keep.keeper]);

  const price = wizardPrice(form);
  const saving = useWizardSave({
    wizard,
    keep,
    total: price?.total ?? 0,
    reload,
    onSessionEnded: ended,
    onRefused: (fields) => {
      const at = stepOfFields(fields);
      if (at === undefined) return;
      onStep(at);
      focusControl(controlId(fields[0]!));
    },
    onDone: () => {
      leaving.current = true;
      void navigate({ to: '/banner' });
    },
  });
  const blocker = useBlocker({
    shouldBlockFn: async ({ next }) => {
      // From step to step everything stays as it is.
      if (leaving.current || next.pathname === location.pathname) return false;
      await keep.keeper.flush();
      return keep.keeper.pending();
    },
    // What is typed follows the page that goes; only what cannot be kept at the moment is worth a
    // question.
    enableBeforeUnload: () =>
      !leaving.current && keep.keeper.pending() && !['rest', 'kept'].includes(keep.state),
    withResolver: true,
  });
  useNewStep(step);

  const goTo = (to: StepNumber) => {
    if (settled) return onStep(to);
    next.current = to;
    setSettled(true);
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
      : { label: 'Preis pro Monat', amount: form.typ ? BANNER_TYPES[form.typ].price : 0 };

  return (
    <div className="wizard-page">
      <WizardHead
        title={banner ? 'Banner bearbeiten' : 'Banner aufgeben'}
        credits={account.credits}
        price={form.typ === null ? null : amount}
      >
        <AutosaveStatus keep={keep} booked={booked} />
      </WizardHead>
      <Stepper step={step} furthest={furthest} onStep={goTo} />
      {sessionEnded && (
        <LoginAgain
          account={account}
          onDone={() => {
            setSessionEnded(false);
            void keep.keeper.resume();
            void reload();
          }}
        />
      )}
      {unsaved && (
        <UnsavedNotice
          keep={keep}
          discard={(version) =>
            call(keepBanner, { banner_id: banner!.ID, typ: banner!.typ, discard: true, version })
          }
          description="Das Formular zeigt danach wieder deinen Banner, wie er gebucht ist."
          onReload={onReload}
        />
      )}
      {step === 1 && <StepType wizard={wizard} fixed={booked} />}
      {step === 2 && (
        <StepContent wizard={wizard} typ={form.typ!} source={source} onSource={setSource} />
      )}
      {step === 3 && <StepTime wizard={wizard} typ={form.typ!} banner={banner} />}
      {step === 4 && (
        <StepOrder wizard={wizard} typ={form.typ!} banner={banner} account={account} />
      )}
      <WizardFoot
        step={step}
        main={main}
        open={openSentence(booked && step === 4 ? problems : ofStep)}
        second={secondAct(step, main, changed && Object.keys(problems).length === 0)}
        busy={saving.busy}
        onStep={goTo}
        onAsk={saving.ask}
      />
      <WizardDialogs saving={saving} form={form} banner={banner} account={account} />
      <ConflictDialog keep={keep} thing="Dieser Banner" onReload={onReload} />
      <LeaveDialog
        open={blocker.status === 'blocked'}
        onLeave={() => {
          leaving.current = true;
          blocker.proceed?.();
        }}
        onStay={() => blocker.reset?.()}
      />
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

/** A new step begins at its top, and whoever cannot see it is told its title. */
function useNewStep(step: StepNumber): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.getElementById('step-title')?.focus({ preventScroll: true });
  }, [step]);
}
