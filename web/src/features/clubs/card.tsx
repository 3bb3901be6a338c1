import { canProlong } from '@samtrot/shared/clubs/status.ts';
import type { Hold } from '@samtrot/shared/holds/contract.ts';
import { CalendarPlus, Image as ImageIcon, Info, Pencil, Trash2 } from 'lucide-react';
import { DeliveryButton } from '../../listing/delivery-link.tsx';
import { isOpen } from '../../listing/hold.ts';
import { ItemCard } from '../../listing/item-card.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { VeiledPicture } from '../../ui/veiled-picture.tsx';
import { type CantonNames, clubRuntime, factsOf, townOf } from './card-facts.ts';
import type { ListedClub } from './list.ts';
import type { ClubDialogType } from './list-questions.ts';
import '../../listing/item-card.css';
import '../../ui/veiled-picture.css';

interface Props {
  club: ListedClub;
  /** Names by canton id. */
  cantons: CantonNames;
  now: number;
  /** Open, or released within a day. */
  hold: Hold | undefined;
  onDetails: (id: number) => void;
  onQuestion: (type: ClubDialogType, id: number) => void;
  /** On a phone: shows everything that the club can do. */
  onMore: (id: number) => void;
}

export function ClubCard({ club, cantons, now, hold, onDetails, onQuestion, onMore }: Props) {
  const { ID, status, club_name, titel } = club;
  const params = { id: String(ID) };
  return (
    <ItemCard
      type="club"
      id={ID}
      slot="club-card"
      status={status}
      title={club_name}
      sub={[titel, townOf(club, cantons)].filter(Boolean).join(' · ')}
      picture={<ClubPicture club={club} className="thumb" />}
      run={clubRuntime(club, now)}
      endsAt={club.end_at}
      hold={hold}
      facts={factsOf(club)}
      main={
        <Button
          icon={Info}
          aria-haspopup="dialog"
          aria-label={`Angaben ansehen: ${club_name}`}
          onClick={() => onDetails(ID)}
        >
          Angaben ansehen
        </Button>
      }
      foot={
        <div className="row-tight wrap only-desktop item-foot">
          <ButtonLink
            to="/clubs_edit/$id"
            params={params}
            size="sm"
            icon={Pencil}
            aria-label={`${club_name} bearbeiten`}
          >
            Bearbeiten
          </ButtonLink>
          {!isOpen(hold) && canProlong(club) && (
            <ButtonLink
              to="/clubs_edit/$id"
              params={params}
              hash="laufzeit"
              size="sm"
              icon={CalendarPlus}
              aria-label={`${club_name} verlängern`}
            >
              Verlängern
            </ButtonLink>
          )}
          {status !== 'geplant' && <DeliveryButton kind="club" id={ID} of={club_name} />}
          <span className="item-end">
            <IconButton
              icon={Trash2}
              label="Löschen"
              aria-label={`Löschen: ${club_name}`}
              tipSide="left"
              onClick={() => onQuestion('CLUB_DELETE', ID)}
            />
          </span>
        </div>
      }
      moreLabel={`Mehr zu ${club_name}`}
      onMore={onMore}
    />
  );
}

/** The main picture of a club, small. */
export function ClubPicture({
  club: { club_name, bilder },
  className,
}: {
  club: ListedClub;
  className: string;
}) {
  const picture = bilder[0];
  return (
    <VeiledPicture
      src={picture?.variants['320'] ?? picture?.url}
      alt={`Hauptbild von ${club_name}`}
      className={className}
    >
      {!picture && <ImageIcon className="i veil-icon" aria-hidden />}
    </VeiledPicture>
  );
}
