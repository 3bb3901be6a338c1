import { AdPage } from '@samtrot/ad-view/ad-page.tsx';
import { Icon } from '@samtrot/ad-view/icons.tsx';
import { SaveButton } from '@samtrot/ad-view/save-button.tsx';
import type { DeliveredAd } from '@samtrot/partner';
import {
  type Around,
  adLinks,
  adPath,
  FROM_AD,
  type Frame,
  listPath,
  type Neighbour,
  storyPath,
} from '../pages.ts';
import { cardsOf, content } from './cards.tsx';
import { inCanton } from './text.ts';
import { coveringOf } from './unveil.tsx';

interface Props {
  ad: DeliveredAd;
  similar: DeliveredAd[];
  around: Around;
  frame: Frame;
}

/** One ad, with the way back to its list and on to others. */
export function DetailPage({ ad, similar, around, frame }: Props) {
  return (
    <>
      <Bar ad={ad} around={around} />
      <AdPage
        ad={ad}
        links={{ ...adLinks(ad.id), story: storyPath(ad.id, '', FROM_AD) }}
        now={frame.now}
        {...coveringOf(frame)}
      />
      <Similar ad={ad} similar={similar} now={frame.now} />
      <Hop around={around} />
    </>
  );
}

function Bar({ ad, around: { list, previous, next, place } }: Pick<Props, 'ad' | 'around'>) {
  return (
    <nav className="ad-bar" aria-label="Inserat">
      <a className="back" href={list.path} data-list-back>
        <Icon name="back" />
        <span className="wide">{list.title}</span>
        <span className="narrow">Zur Liste</span>
      </a>
      {place && (
        <span className="sm muted wide">
          {place.at} von {place.of}
        </span>
      )}
      <Step to={previous} name="Vorheriges Inserat" icon="left" />
      <Step to={next} name="Nächstes Inserat" icon="right" />
      <button
        type="button"
        className="icon-btn"
        data-share={adPath(ad.id)}
        aria-label="Teilen"
        title="Teilen"
        hidden
      >
        <Icon name="share" />
      </button>
      <SaveButton ad={ad} />
      <span className="shared" role="status" />
    </nav>
  );
}

function Step({ to, name, icon }: { to: Neighbour | null; name: string; icon: 'left' | 'right' }) {
  if (!to) return null;
  const label = `${name}: ${to.name}`;
  return (
    <a className="icon-btn" href={to.path} aria-label={label} title={label}>
      <Icon name={icon} />
    </a>
  );
}

/** Fewer than this are no choice. */
const FEWEST = 4;

function Similar({ ad, similar, now }: Pick<Props, 'ad' | 'similar'> & { now: Date }) {
  if (similar.length < FEWEST) return null;
  const [canton, category] = [ad.cantons[0], ad.categories[0]];
  const all = listPath({ kanton: canton?.id ?? '', kategorie: String(category?.id ?? '') });
  return (
    <section className="similar" aria-labelledby="aehnlich">
      <div className="similar-h">
        <h2 className="h2" id="aehnlich">
          {canton && similar.every(({ cantons }) => cantons.some(({ id }) => id === canton.id))
            ? `Ähnliche Inserate ${inCanton(canton.name)}`
            : 'Ähnliche Inserate'}
        </h2>
        <a className="link" href={all}>
          Alle ansehen
        </a>
      </div>
      <div className="grid similar-b" {...content(cardsOf(similar, now))} />
    </section>
  );
}

function Hop({ around: { previous, next } }: Pick<Props, 'around'>) {
  if (!previous && !next) return null;
  return (
    <nav className="hop" aria-label="Weitere Inserate">
      {previous && (
        <a href={previous.path} rel="prev">
          <Icon name="left" />
          <span>
            <small>Vorheriges</small>
            <b>{previous.name}</b>
          </span>
        </a>
      )}
      {next && (
        <a className="hop-on" href={next.path} rel="next">
          <span>
            <small>Nächstes</small>
            <b>{next.name}</b>
          </span>
          <Icon name="right" />
        </a>
      )}
    </nav>
  );
}
