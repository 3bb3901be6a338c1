import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Account } from '../../lib/session/session.ts';
import { Failed } from '../../listing/placed.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { Velvet } from '../../ui/velvet.tsx';
import { PlacedLink } from './placed-link.tsx';
import { PlacedSites } from './placed-sites.tsx';
import { PlacedSuggestion, type PlanPush } from './placed-suggestion.tsx';
import { PlacedWithdraw } from './placed-withdraw.tsx';
import { firstArrival, HEADINGS, type Placing, shownAddress, termSentence } from './placing.ts';
import { usePlaced } from './use-placed.ts';
import './placed.css';

interface Props {
  account: Account;
  ad: Inserat;
  placing: Placing;
  /** The ad as visitors see it. */
  card: ReactNode;
  /** What stands below the suggestion. */
  below: ReactNode;
  planPush: PlanPush;
  onWithdrawn: (message: string) => void;
}

/** What Home opens with after an ad was placed (EXP-20 to EXP-28). */
export function PlacedPanel(props: Props) {
  const { account, ad, placing, card, below, planPush, onWithdrawn } = props;
  const watches = placing === 'online';
  const { data, error, isFetching, over, refetch } = usePlaced(ad.ID, watches);
  if (!data && !error)
    return (
      <SkeletonRegion className="placed-waiting">
        <Skeleton height="22rem" />
      </SkeletonRegion>
    );
  const websites = data?.websites ?? [];
  const first = firstArrival(websites);
  const late = over || Date.parse(account.loaded_at) - Date.parse(ad.start_at!) > MINUTE_MS;
  const without = websites.filter((site) => site.without_pictures).length;
  return (
    <>
      <Velvet
        className="placed"
        folds={{ seed: 5, n: 46, w: 1100, h: 420, amp: 0.07, bunch: 0.86 }}
        aria-labelledby="h-placed"
      >
        <div>
          <Heading text={HEADINGS[placing]} />
          <p className="v-muted above-2 placed-sub num">
            {termSentence(
              { ad, placing },
              {
                cost: data?.cost ?? null,
                promise: account.review_promise,
              },
            )}
          </p>
          {watches && data && <PlacedLink site={first} late={late} />}
          {data?.withdraw_until && (
            <PlacedWithdraw
              id={ad.ID}
              until={data.withdraw_until}
              onWithdrawn={onWithdrawn}
              onRefused={refetch}
            />
          )}
          {first && <p className="placed-url num truncate">{shownAddress(first.url)}</p>}
        </div>
        <div className="placed-card">{card}</div>
      </Velvet>
      {!data && error && (
        <Failed
          text="Wo dein Inserat steht, konnte nicht geladen werden."
          busy={isFetching}
          onRetry={refetch}
        />
      )}
      <div className={watches ? 'split split-uneven align-start above-5' : 'above-5'}>
        {watches && data && (
          <PlacedSites
            ad={ad}
            websites={websites}
            over={over}
            late={late}
            busy={isFetching}
            onRefresh={refetch}
          />
        )}
        <div className="cards">
          {watches && data?.suggests && (
            <PlacedSuggestion
              ad={ad}
              withoutPictures={without}
              credits={account.credits}
              planPush={planPush}
              onHidden={refetch}
            />
          )}
          {below}
        </div>
      </div>
    </>
  );
}

function Heading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 className="h1" id="h-placed" ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}
