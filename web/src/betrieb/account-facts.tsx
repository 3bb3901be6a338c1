import type { HeldThing } from '@samtrot/shared/holds/status.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDate } from '@samtrot/shared/kernel/format.ts';
import type { review } from '@samtrot/shared/moderation/review-contract.ts';
import { useMe } from './api.ts';
import { HouseLink } from './link.tsx';
import { mayOpen } from './navigation.ts';
import { thingName } from './thing.ts';
import './page.css';

/** «Konto 10007 ·», for who may open it with its card; an account itself is named already. */
export function AccountLink({ of }: { of: { account_id: number; object: { type: string } } }) {
  const { rights } = useMe();
  const path = `/kundinnen/${of.account_id}`;
  const named = of.object.type === 'account';
  if (named && !mayOpen(path, rights)) return null;
  const words = named ? 'Karte öffnen' : `Konto ${of.account_id}`;
  return (
    <>
      {mayOpen(path, rights) ? <HouseLink to={path}>{words}</HouseLink> : words}
      {' · '}
    </>
  );
}

const holdsText = ({ holds, holds_ended }: { holds: number; holds_ended: number }): string =>
  [holds > 0 && `${holds} offen`, holds_ended > 0 && `${holds_ended} aufgehoben`]
    .filter(Boolean)
    .join(', ') || 'keine';

/** «Inserat 20447: Titel», a link to its row on the card for who may open that. */
export function ThingLink({
  of,
}: {
  of: { account_id: number; object: { type: HeldThing; id: number }; title: string };
}) {
  const { rights } = useMe();
  const { type, id } = of.object;
  const words = of.title ? `${thingName(of.object)}: ${of.title}` : thingName(of.object);
  const path = `/kundinnen/${of.account_id}/${type === 'inserat' ? 'inserate' : 'banner-und-clubs'}/${id}`;
  return type !== 'account' && mayOpen(path, rights) ? (
    <HouseLink to={path}>{words}</HouseLink>
  ) : (
    <b>{words}</b>
  );
}

/** The account of what is looked at, in four facts (BOF-43, BOF-60). */
export function AccountFacts({ of }: { of: Output<typeof review>['account'] }) {
  const { rights } = useMe();
  const path = `/kundinnen/${of.id}`;
  return (
    <section className="house-panel" aria-labelledby="konto">
      <h2 id="konto">
        {mayOpen(path, rights) ? <HouseLink to={path}>Konto {of.id}</HouseLink> : `Konto ${of.id}`}
      </h2>
      <dl className="house-facts">
        <dt>Seit</dt>
        <dd>{formatDate(new Date(of.since))}</dd>
        <dt>Veröffentlicht</dt>
        <dd>
          {of.things}, online {of.online}
        </dd>
        <dt>Sperren</dt>
        <dd>{holdsText(of)}</dd>
        <dt>Meldungen</dt>
        <dd>{of.reports || 'keine'}</dd>
      </dl>
    </section>
  );
}
