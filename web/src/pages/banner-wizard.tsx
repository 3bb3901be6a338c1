import { getBanners } from '@samtrot/shared/banners/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { OpeningPage } from '../editor/opening-page.tsx';
import { useEditorPlace, useOpenedItem } from '../editor/use-opened-item.ts';
import { LaterStep } from '../features/banners/later-step.ts';
import { BannerWizard } from '../features/banners/wizard.tsx';
import { isBooked, STEP_NUMBERS, type StepNumber } from '../features/banners/wizard-form.ts';
import { call } from '../lib/api/api.ts';
import { useTitle } from '../lib/page/title.ts';
import { useAccount } from '../lib/session/session.ts';
import { stepLeft } from '../lib/session/steps-left.ts';
import { useHasNotes } from '../listing/hold.ts';
import { ItemNotesLater } from '../listing/item-notes-later.ts';

export function BannerWizardPage() {
  const { id } = useParams({ strict: false });
  const place = useEditorPlace(id);
  if (place.isNew) {
    return <NewBanner key={`neu-${place.round}`} onBegun={place.begin} onReload={place.reopen} />;
  }
  return <OwnBanner key={id} id={Number(id)} />;
}

const toStep = (of: unknown): StepNumber | undefined => STEP_NUMBERS.find((n) => n === Number(of));

/**
 * The step in the address, so that the browser's own back leads to the one before, and a reload to
 * the same. A draft that is opened without one begins where it was `left`.
 */
function useStepInAddress(
  first: StepNumber,
  left?: () => StepNumber | undefined,
): [StepNumber, (step: StepNumber) => void] {
  const { schritt } = useSearch({ strict: false }) as { schritt?: unknown };
  const navigate = useNavigate();
  const named = toStep(schritt);
  const [opened] = useState(named ? undefined : left);
  const step = named ?? (first === 1 ? (opened ?? 1) : first);
  return [
    step,
    (next) => void navigate({ to: '.', search: { schritt: next }, resetScroll: false }),
  ];
}

function NewBanner({ onBegun, onReload }: { onBegun: (id: string) => void; onReload: () => void }) {
  useTitle('Banner aufgeben');
  const account = useAccount();
  const navigate = useNavigate();
  const [step, setStep] = useStepInAddress(1);
  useEffect(() => void LaterStep.preload(), []);
  return (
    <BannerWizard
      banner={null}
      account={account}
      wanted={step}
      onStep={setStep}
      onBegun={(bannerId) => {
        const id = String(bannerId);
        onBegun(id);
        // From here on a reload finds it.
        const to = {
          to: '/banner_edit/$id',
          params: { id },
          state: { stays: true },
          search: true,
        } as const;
        void navigate({ ...to, replace: true, ignoreBlocker: true, resetScroll: false });
      }}
      onReload={onReload}
    />
  );
}

function OwnBanner({ id }: { id: number }) {
  useTitle('Banner bearbeiten');
  const account = useAccount();
  const hasNotes = useHasNotes('banner', id);
  const bannerIn = ({ Banners }: Output<typeof getBanners>) => Banners.find(({ ID }) => ID === id);
  const { data, round, failed, isFetching, reload } = useOpenedItem({
    queryKey: [getBanners.name, id],
    read: (signal) => call(getBanners, {}, signal),
    preload: () => Promise.all([LaterStep.preload(), hasNotes && ItemNotesLater.preload()]),
    versionOf: (answer) => bannerIn(answer)?.version,
    missingCodes: [],
    lacks: (answer) => bannerIn(answer) === undefined,
    missing: { to: '/banner', text: 'Diesen Banner gibt es nicht.' },
  });
  const banner = data && bannerIn(data);
  const left = () => toStep(stepLeft(`banner-${id}`));
  const [step, setStep] = useStepInAddress(isBooked(banner?.status ?? null) ? 2 : 1, left);
  if (banner) {
    return (
      <BannerWizard
        key={round}
        banner={banner}
        account={account}
        wanted={step}
        onStep={setStep}
        onBegun={() => {}}
        onReload={reload}
      />
    );
  }
  return (
    <OpeningPage
      title="Banner bearbeiten"
      failure={failed ? 'Der Banner konnte nicht geladen werden.' : null}
      busy={isFetching}
      onRetry={reload}
    />
  );
}
