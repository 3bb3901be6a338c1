import { getDelivery } from '@samtrot/shared/delivery-receipts/contract.ts';
import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { localTime } from '@samtrot/shared/kernel/time.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, RefreshCw } from 'lucide-react';
import { ApiError, call } from '../../lib/api/api.ts';
import { KINDS } from '../../lib/format/item-kinds.ts';
import { Failed, Missing } from '../../listing/placed.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { type Delivery, hasArrived, isOpen, runText, sumText } from './labels.ts';
import { SiteRow } from './site-row.tsx';
import './delivery-panel.css';
import '../../ui/card.css';

/** How often the page looks again while a website has something to do. */
const LOOK_MS = 5_000;

const deliveryQuery = (kind: PlacedKind, id: number) => ({
  queryKey: [getDelivery.name, kind, id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getDelivery, { kind, id }, signal),
  staleTime: 0,
  // Only while the page is seen.
  refetchInterval: ({ state: { data } }: { state: { data: Delivery | undefined } }) =>
    data && isOpen(data) ? LOOK_MS : (false as const),
});

interface Props {
  kind: PlacedKind;
  id: number;
  /** How many websites there are, for the boxes while it loads. */
  sites: number;
}

/** What has become of it on each website. */
export function DeliveryPanel({ kind, id, sites }: Props) {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery<Delivery, ApiError>(
    deliveryQuery(kind, id),
  );
  if (!data && error) {
    if (error instanceof ApiError && error.status === 404) return <Missing kind={kind} />;
    return (
      <Failed
        text={`Wo ${KINDS[kind].your} steht, konnte nicht geladen werden.`}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Waiting sites={sites} />;
  const now = new Date();
  const open = isOpen(data);
  return (
    <>
      {error && (
        <Failed
          text="Der Stand konnte nicht erneuert werden. Du siehst den letzten."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <section className="card row receipt-sum" aria-labelledby="receipt-sum">
        {hasArrived(data) ? (
          <CircleCheck className="i is-success" aria-hidden />
        ) : (
          <CircleDashed className="i subtle" aria-hidden />
        )}
        <div className="grow">
          <h2 className="h3" id="receipt-sum">
            {sumText(data)}
          </h2>
          <p className="sm muted num">{runText(data, now)}</p>
        </div>
        <p className="row-tight xs muted num receipt-looked">
          <RefreshCw className="i" aria-hidden />
          <span>
            Zuletzt nachgesehen: {localTime(new Date(dataUpdatedAt))}
            {open && `, alle ${LOOK_MS / 1000} Sekunden`}
          </span>
        </p>
      </section>
      {data.websites.length === 0 ? (
        <EmptyState title="Keine Webseiten">
          Sobald eine Partner-Webseite dazukommt, steht sie hier.
        </EmptyState>
      ) : (
        <ul className="stack gap-3">
          {data.websites.map((site) => (
            <SiteRow key={site.id} site={site} kind={data.kind} online={data.online} now={now} />
          ))}
        </ul>
      )}
    </>
  );
}

function Waiting({ sites }: { sites: number }) {
  return (
    <SkeletonRegion className="receipt-wait">
      <div className="card row receipt-sum">
        <div className="grow stack-tight">
          <Skeleton width="60%" height="1.25rem" />
          <Skeleton width="9rem" />
        </div>
      </div>
      {Array.from({ length: sites }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: boxes without anything of their own
        <div className="card receipt-site" key={index}>
          <div className="stack-tight">
            <Skeleton width="10rem" height="1.125rem" />
            <Skeleton width="6rem" />
          </div>
        </div>
      ))}
    </SkeletonRegion>
  );
}
