import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { type Suggestion, suggestionFor } from '@samtrot/shared/overview/placed.ts';
import { hideSuggestions } from '@samtrot/shared/overview/placed-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { ArrowUpToLine, ImagePlus, Images, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { usePrices, useReload } from '../../lib/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import './placed.css';
import '../../ui/card.css';

export type PlanPush = (push: { date: string; time: string; price: number }) => Promise<unknown>;

interface Props {
  ad: Inserat;
  withoutPictures: number;
  credits: number;
  /** Plans the push and charges it; rejects as the call does. */
  planPush: PlanPush;
  onHidden: () => void;
}

const NO_PROMISE = 'Ob es mehr Anrufe bringt, siehst du morgen in der Statistik.';

const failed = (error: unknown) =>
  toast.error(error instanceof ApiError ? error.message : 'Das hat nicht geklappt.');

/** The one suggestion after placing an ad, which can be refused for 30 days (EXP-25). */
export function PlacedSuggestion({ ad, withoutPictures, credits, planPush, onHidden }: Props) {
  const pushPrice = usePrices().extras.datedPush;
  const [planned, setPlanned] = useState<string | null>(null);
  const refusal = useMutation({
    mutationFn: () => call(hideSuggestions, {}),
    onSuccess: onHidden,
    onError: failed,
  });
  if (planned !== null) return <Planned text={planned} />;
  const suggestion = suggestionFor({ ad, withoutPictures, credits, pushPrice, now: new Date() });
  if (!suggestion) return null;
  const { icon: Icon, title, text } = wordsOf(suggestion);
  const price = suggestion.kind === 'push' ? suggestion.price : 0;
  return (
    <section className="card stack gap-3" data-slot="suggestion" aria-labelledby="h-idea">
      <div className="row align-start">
        <span className="tile badge-brand">
          <Icon className="i" aria-hidden />
        </span>
        <div>
          <h2 className="h3" id="h-idea">
            {title}
          </h2>
          <p className="sm muted">{text}</p>
        </div>
      </div>
      <div className="between wrap gap-2">
        <span className="sm num">
          <b className="strong">{formatCredits(price)}</b>{' '}
          <span className="muted">· du hast {credits}</span>
        </span>
        <div className="row-tight">
          <Button
            variant="ghost"
            size="sm"
            busy={refusal.isPending}
            onClick={() => refusal.mutate()}
          >
            Nein danke
          </Button>
          {suggestion.kind === 'push' ? (
            <PushButton
              push={suggestion}
              credits={credits}
              planPush={planPush}
              onPlanned={() => setPlanned(`Der Push ist geplant: ${when(suggestion)}.`)}
            />
          ) : (
            <ButtonLink to="/rabota/$id" params={{ id: String(ad.ID) }} variant="soft" size="sm">
              {suggestion.kind === 'picture' ? 'Bild hinzufügen' : 'Einstufung ändern'}
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  );
}

type Push = Extract<Suggestion, { kind: 'push' }>;
const when = ({ tomorrow, time }: Push) => `${tomorrow ? 'morgen' : 'heute'} um ${time}`;

function wordsOf(suggestion: Suggestion): { icon: LucideIcon; title: string; text: string } {
  if (suggestion.kind === 'picture')
    return {
      icon: ImagePlus,
      title: 'Noch ohne Bild',
      text: `Dein Inserat hat noch kein Bild. ${NO_PROMISE}`,
    };
  if (suggestion.kind === 'rating')
    return {
      icon: Images,
      title: 'Stimmt die Einstufung?',
      text: `Nicht jede Webseite zeigt deine Bilder. ${NO_PROMISE}`,
    };
  return {
    icon: ArrowUpToLine,
    title: 'Am Abend wieder zuoberst',
    text: `Ein Push stellt dein Inserat ${when(suggestion)} noch einmal nach oben. ${NO_PROMISE}`,
  };
}

interface PushProps {
  push: Push;
  credits: number;
  planPush: PlanPush;
  onPlanned: () => void;
}

function PushButton({ push, credits, planPush, onPlanned }: PushProps) {
  const [asking, setAsking] = useState(false);
  const reload = useReload();
  const planning = useMutation({
    mutationFn: () => planPush(push),
    onSuccess: async () => {
      await reload();
      onPlanned();
    },
    onError: (error) => {
      setAsking(false);
      failed(error);
      void reload();
    },
  });
  return (
    <>
      <Button variant="soft" size="sm" onClick={() => setAsking(true)}>
        Push planen
      </Button>
      <ConfirmDialog
        open={asking}
        title="Push planen?"
        description={`Der Push kommt ${when(push)} und kostet ${formatCredits(push.price)}. Danach hast du noch ${formatCredits(credits - push.price)}.`}
        safe="Abbrechen"
        act="Planen"
        busy={planning.isPending}
        busyLabel="Wird geplant …"
        onAct={() => planning.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** In the place of the suggestion, so that no toast is needed. */
function Planned({ text }: { text: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus(), []);
  return (
    <p className="card sm" ref={line} tabIndex={-1}>
      {text}
    </p>
  );
}
