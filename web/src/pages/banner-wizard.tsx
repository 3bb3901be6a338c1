import { getBanners } from '@samtrot/shared/banners/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { readSentVersion } from '../editor/sent-version.ts';
import { BannerWizard } from '../features/banners/wizard.tsx';
import { isBooked, STEP_NUMBERS, type StepNumber } from '../features/banners/wizard-form.ts';
import { call } from '../lib/api/api.ts';
import { useTitle } from '../lib/page/title.ts';
import { useAccount } from '../lib/session/session.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.tsx';

interface Place {
  /** The number in the address. */
  id: string | undefined;
  /**
   * The new banner that has got its number there while it is being made: it goes on in the same
   * wizard.
   */
  begun: string | undefined;
  /** Counts the new banners, each with a wizard of its own. */
  round: number;
}

export function BannerWizardPage() {
  const { id } = useParams({ strict: false });
  const [place, setPlace] = useState<Place>({ id, begun: undefined, round: 0 });
  if (place.id !== id) {
    setPlace({
      id,
      begun: id === place.begun ? id : undefined,
      round: id === undefined ? place.round + 1 : place.round,
    });
  }
  if (id === undefined || id === place.begun) {
    return (
      <NewBanner
        key={`neu-${place.round}`}
        onBegun={(begun) => setPlace((before) => ({ ...before, begun }))}
        onReload={() => setPlace((before) => ({ ...before, begun: undefined }))}
      />
    );
  }
  return <OwnBanner key={id} id={Number(id)} />;
}

/**
 * The step in the address, so that the browser's own back leads to the one before, and a reload to
 * the same.
 */
function useStepInAddress(first: StepNumber): [StepNumber, (step: StepNumber) => void] {
  const { schritt } = useSearch({ strict: false }) as { schritt?: unknown };
  const navigate = useNavigate();
  const step = STEP_NUMBERS.find((n) => n === Number(schritt)) ?? first;
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
  const navigate = useNavigate();
  // As it was when the wizard opened: a reload in the background must not change what is being
  // edited.
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: [getBanners.name, id],
    queryFn: ({ signal }) =>
      readSentVersion(
        () => call(getBanners, {}, signal),
        ({ Banners }) => Banners.find(({ ID }) => ID === id)?.version,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const banner = data?.Banners.find(({ ID }) => ID === id);
  const missing = data !== undefined && !banner;
  const [step, setStep] = useStepInAddress(isBooked(banner?.status ?? null) ? 2 : 1);
  useEffect(() => {
    if (!missing) return;
    toast.error('Diesen Banner gibt es nicht.');
    void navigate({ to: '/banner', replace: true });
  }, [missing, navigate]);
  if (banner) {
    return (
      <BannerWizard
        key={dataUpdatedAt}
        banner={banner}
        account={account}
        wanted={step}
        onStep={setStep}
        onBegun={() => {}}
        onReload={() => void refetch()}
      />
    );
  }
  return (
    <>
      <div className="page-head">
        <h1 className="h1">Banner bearbeiten</h1>
      </div>
      {error ? (
        <Alert
          tone="danger"
          live
          action={
            <Button onClick={() => void refetch()} busy={isFetching} busyLabel="Wird geladen …">
              Erneut versuchen
            </Button>
          }
        >
          <p>Der Banner konnte nicht geladen werden.</p>
        </Alert>
      ) : (
        <Spinner />
      )}
    </>
  );
}
