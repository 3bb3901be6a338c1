import type { Hold } from '@samtrot/shared/holds/contract.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import type { NextStep } from '@samtrot/shared/overview/contract.ts';
import { endingAds, holdIsStep } from '@samtrot/shared/overview/step-rules.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DropPayment } from '../features/guthaben/drop-payment.tsx';
import { type Line, NextSteps } from '../features/home/next-steps.tsx';
import { canRenew, moreEndingText, stepText, titled } from '../features/home/step-text.ts';
import { missingText, whereLeft } from '../features/inserate/editor/steps/draft-left.ts';
import { ConfirmButton } from '../features/profil/confirm-line.tsx';
import { confirmSentence } from '../features/profil/confirm-text.ts';
import { DESKTOP, useMediaQuery } from '../lib/page/media-query.ts';
import type { Account } from '../lib/session/session.ts';
import { EDITORS } from '../listing/hold.ts';
import { HELD } from '../listing/listing.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { lazyPopup } from '../ui/lazy.tsx';
import type { Asked, HomeQuestion as Question } from './home-question.tsx';

const HomeQuestion = lazyPopup<Parameters<typeof Question>[0]>(
  () => import('./home-question.tsx').then((code) => code.HomeQuestion),
  ({ asked, onClose }) => ({ wanted: asked !== null, onClose }),
);

const LISTS = { inserat: '/inserate', banner: '/banner', club: '/clubs' } as const;

interface Props {
  account: Account;
  now: Date;
  steps: readonly NextStep[];
  title: Parameters<typeof NextSteps>[0]['title'];
  rest?: Parameters<typeof NextSteps>[0]['rest'];
}

/** The next steps with what can be done about each. */
export function HomeSteps({ account, now, steps, title, rest }: Props) {
  const wide = useMediaQuery(DESKTOP);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (type: Asked['type'], id: number) =>
    setAsked({ type, id, opener: document.activeElement });
  const words = { missing: missingText, confirm: confirmSentence(account) };
  const more = unlistedEnding(steps, account, now);
  const last = steps.findLast(({ kind }) => kind === 'ending');
  const lines = steps.flatMap((step): Line[] => {
    const said = stepText(step, account, now, words);
    if (!said) return [];
    const listed = step === last && more > 0 && <MoreEnding more={more} />;
    const about = { step, account, ask, wide };
    return [{ step, words: said, more: listed, act: <Act {...about} /> }];
  });
  return (
    <>
      <NextSteps title={title} lines={lines} {...(rest && { rest })} />
      <HomeQuestion account={account} asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

/** The way to the ads that end soon and have no line of their own. */
const MoreEnding = ({ more }: { more: number }) => (
  <p className="sm">
    <Link className="link link-target" to="/inserate" search={{ sort: 'end_zeit_asc' }}>
      {moreEndingText(more)}
    </Link>
  </p>
);

/** How many ads end within a day for which the list had no room. */
function unlistedEnding(steps: readonly NextStep[], account: Account, now: Date): number {
  const known = new Set([
    ...steps.flatMap(({ kind, id }) => (kind === 'ending' ? Number(id) : [])),
    ...account.holds.flatMap(({ object, released_at }) =>
      object.type === 'inserat' && released_at === null ? object.id : [],
    ),
  ]);
  return endingAds(account.Inserats, account.credits, now).filter(({ ID }) => !known.has(ID))
    .length;
}

/** Leads to the one thing that is held, or to the list of those that are. */
function ToHeld({ of: { type, id }, account }: { of: Hold['object']; account: Account }) {
  const several = account.holds.filter((hold) => hold.object.type === type && holdIsStep(hold));
  const look = { variant: 'primary', size: 'sm', children: 'Grund ansehen' } as const;
  if (type === 'account') return <ButtonLink to="/home" {...look} />;
  return several.length > 1 ? (
    <ButtonLink to={LISTS[type]} search={{ only: HELD }} {...look} />
  ) : (
    <ButtonLink to={EDITORS[type]} params={{ id: String(id) }} {...look} />
  );
}

interface ActProps {
  step: NextStep;
  account: Account;
  ask: (type: Asked['type'], id: number) => void;
  wide: boolean;
}

/** What can be done about a line: one leading button, for some with what ends it beside it. */
function Act({ step: { kind, id, payment }, account, ask, wide }: ActProps) {
  const ad = account.Inserats.find(({ ID }) => String(ID) === id);
  switch (kind) {
    case 'hold': {
      const hold = account.holds.find((one) => String(one.id) === id);
      return hold && <ToHeld of={hold.object} account={account} />;
    }
    case 'debt': {
      const undecided = account.undecided_payment !== null;
      return (
        <ButtonLink to="/guthaben" size="sm">
          {undecided ? 'Ansehen' : 'Aufladen'}
        </ButtonLink>
      );
    }
    case 'ending':
      return ad && <KeepOnline ad={ad} ask={ask} />;
    case 'answer':
      return (
        <ButtonLink
          to="/dashboard/kontakt/$ticket"
          params={{ ticket: id }}
          size="sm"
          aria-label={`Lesen: ${id}`}
        >
          Lesen
        </ButtonLink>
      );
    case 'payment':
      return (
        <ButtonLink to="/guthaben" size="sm">
          {payment?.next === 'decide' ? 'Entscheiden' : 'Ansehen'}
        </ButtonLink>
      );
    case 'open_payment':
      return (
        payment && (
          <>
            {payment.transfer && (
              <ButtonLink to="/guthaben" search={{ slip: id }} size="sm">
                QR-Rechnung
              </ButtonLink>
            )}
            <DropPayment
              paymentId={id}
              number={payment.number}
              variant={payment.transfer ? 'ghost' : 'secondary'}
            />
          </>
        )
      );
    case 'draft': {
      if (!ad) return null;
      const { step, hash } = whereLeft(ad);
      return (
        <>
          <ButtonLink
            to="/rabota/$id"
            params={{ id }}
            search={{ schritt: step }}
            {...(wide && hash && { hash })}
            size="sm"
            aria-label={`Weiter bearbeiten: Entwurf Nr. ${id}`}
          >
            Weiter bearbeiten
          </ButtonLink>
          <Button
            variant="ghost"
            size="sm"
            aria-haspopup="dialog"
            aria-label={`Löschen: Entwurf Nr. ${id}`}
            onClick={() => ask('AD_DELETE', ad.ID)}
          >
            Löschen
          </Button>
        </>
      );
    }
    case 'email':
      return <ConfirmButton variant="secondary" />;
  }
}

/** How an ad that ends soon goes on. */
function KeepOnline({ ad, ask }: { ad: Inserat; ask: ActProps['ask'] }) {
  if (ad.reaktivierung)
    return (
      <ButtonLink to="/guthaben" size="sm" aria-label={`Aufladen: ${titled(ad)}`}>
        Aufladen
      </ButtonLink>
    );
  // A free ad ends; with another package it goes on.
  return canRenew(ad) ? (
    <Button
      size="sm"
      aria-haspopup="dialog"
      aria-label={`Automatisch reaktivieren: ${titled(ad)}`}
      onClick={() => ask('AD_AUTO_REACTIVATE_ON', ad.ID)}
    >
      Automatisch reaktivieren
    </Button>
  ) : (
    <ButtonLink
      to="/rabota/$id"
      params={{ id: String(ad.ID) }}
      size="sm"
      aria-label={`Paket wechseln: ${titled(ad)}`}
    >
      Paket wechseln
    </ButtonLink>
  );
}
