import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import type { Hold } from '@samtrot/shared/holds/contract.ts';
import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { Link } from '@tanstack/react-router';
import { Eye, Pencil } from 'lucide-react';
import { useLeaveList } from '../../../listing/delivery-link.tsx';
import { isOpen } from '../../../listing/hold.ts';
import { ItemCard } from '../../../listing/item-card.tsx';
import { Button } from '../../../ui/button.tsx';
import { factsOf } from './ad-facts.ts';
import { AdFoot, type QuestionProps } from './ad-foot.tsx';
import { AdPicture } from './ad-picture.tsx';
import type { AdPlace } from './ad-place.tsx';
import { adRuntime } from './runtime.ts';
import '../../../listing/item-card.css';

interface Props extends QuestionProps {
  /** Names by canton id. */
  cantons: ReadonlyMap<string, string>;
  /** Names by category id. */
  categories: ReadonlyMap<number, string>;
  now: number;
  /** Open, or released within a day. */
  hold: Hold | undefined;
  /** On a phone: shows everything that the ad can do. */
  onMore: (id: number) => void;
  /** Its page on the first website that shows it. */
  page: AdPlace | undefined;
  onPreview: (id: number) => void;
}

export function AdCard(props: Props) {
  const { inserat, cantons, categories, now, hold, page, onQuestion, onMore, onPreview } = props;
  const { ID, titel, name, views, inserat_status, inserat_typ } = inserat;
  const regions = inserat.cantons.map((id) => cantons.get(id) ?? id).join(', ');
  // What a draft without a name is told apart by.
  const known = [
    inserat.categories.map((id) => categories.get(id)).join(', '),
    regions,
    inserat_typ !== 'free' && PACKAGES[inserat_typ].title,
  ];
  const leave = useLeaveList(ID);
  const seen = inserat_status !== 'entwurf' && inserat_status !== 'geplant';
  const word = views === 1 ? 'Aufruf' : 'Aufrufe';
  return (
    <ItemCard
      type="inserat"
      id={ID}
      slot="ad-card"
      status={inserat_status}
      title={titel || 'Noch ohne Titel'}
      sub={(name ? [name, regions] : known).filter(Boolean).join(' · ') || 'Noch ohne Angaben'}
      picture={<AdPicture inserat={inserat} className="thumb" />}
      kind={PACKAGES[inserat_typ].title}
      run={adRuntime(inserat, now)}
      free={inserat_typ === 'free'}
      endsAt={inserat.end_at}
      hold={hold}
      facts={factsOf(inserat)}
      side={
        seen && (
          <Link
            className="item-figure"
            to="/zustellung/$kind/$id"
            params={{ kind: 'inserat', id: String(ID) }}
            search={{ teil: 'statistik' }}
            onClick={leave}
            aria-label={`${formatNumber(views)} ${word}, Statistik von Inserat ${ID}`}
          >
            <span className="big-number num">{formatNumber(views)}</span>{' '}
            <small className="note">{word}</small>
          </Link>
        )
      }
      main={
        <Button
          icon={Pencil}
          aria-label={`Inserat ${ID} bearbeiten`}
          onClick={() => onQuestion('AD_EDIT', ID)}
        >
          Bearbeiten
        </Button>
      }
      foot={
        <AdFoot
          inserat={inserat}
          held={isOpen(hold)}
          page={page}
          onQuestion={onQuestion}
          onPreview={onPreview}
        />
      }
      note={
        inserat_status === 'ausgeblendet' && !isOpen(hold) ? (
          <Button
            icon={Eye}
            aria-label={`Inserat ${ID} einblenden`}
            onClick={() => onQuestion('AD_ACTIVATE', ID)}
          >
            Einblenden
          </Button>
        ) : (
          seen && (
            <span className="row-tight xs muted num">
              <Eye className="i" aria-hidden />
              {formatNumber(views)} {word}
            </span>
          )
        )
      }
      moreLabel={`Mehr zu Inserat ${ID}`}
      onMore={onMore}
    />
  );
}
