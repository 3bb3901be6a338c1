import { monthsLabel } from '@samtrot/shared/banners/rules.ts';
import { getClub } from '@samtrot/shared/clubs/contract.ts';
import { formatCredits, formatPhone, shownWire } from '@samtrot/shared/kernel/format.ts';
import { mayGoOn } from '@samtrot/shared/overview/excerpt-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { call } from '../../lib/api/api.ts';
import { Failed } from '../../listing/placed.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { VeiledPicture } from '../../ui/veiled-picture.tsx';
import { type CantonNames, openingDays, townOf } from './card-facts.ts';
import type { ListedClub } from './list.ts';
import './details.css';

interface Props {
  /** Undefined: nothing was opened yet. */
  club: ListedClub | undefined;
  open: boolean;
  cantons: CantonNames;
  onClose: () => void;
}

/** Everything about a club (CLU-05). */
export function ClubDetails({ club: current, open, cantons, onClose }: Props) {
  const navigate = useNavigate();
  const closing = useRef<HTMLButtonElement>(null);
  const last = useRef(current);
  if (current) last.current = current;
  const club = last.current;
  if (!club) return null;
  const edit = () => {
    onClose();
    void navigate({ to: '/clubs_edit/$id', params: { id: String(club.ID) } });
  };
  return (
    <Dialog
      open={open && current !== undefined}
      type="CLUB_DETAILS"
      onClose={onClose}
      wide
      title={club.club_name}
      description={club.titel}
      initialFocus={closing}
    >
      <div className="row-tight above-3">
        <StatusBadge status={club.status} />
        <span className="xs muted num">Nr. {club.ID}</span>
      </div>
      {club.bilder.length > 0 && (
        <div className="club-pictures">
          {club.bilder.map(({ attachment_id, variants, url }, index) => (
            <VeiledPicture
              key={attachment_id}
              src={variants['320'] ?? url}
              alt={`Bild ${index + 1} von ${club.club_name}`}
              className="club-picture"
            />
          ))}
        </div>
      )}
      <Fields club={club} cantons={cantons} />
      <DialogActions>
        <Button ref={closing} onClick={onClose}>
          Schliessen
        </Button>
        <Button variant="primary" icon={Pencil} onClick={edit}>
          Bearbeiten
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Fields({ club, cantons }: { club: ListedClub; cantons: CantonNames }) {
  const { telefon, homepage, vollstaendiger_name, monate, club_credits } = club;
  const days = openingDays(club.oeffnungszeiten);
  const address = [club.strasse_und_nummer, townOf(club, cantons)].filter(Boolean).join(', ');
  return (
    <dl className="pairs pairs-lined sm above-4 club-fields">
      <Field name="Beschreibung">{club.beschreibung && <Description club={club} />}</Field>
      <Field name="Telefon">{formatPhone(telefon)}</Field>
      <Field name="Webseite">{homepage}</Field>
      <Field name="Adresse">{address}</Field>
      <Field name="Öffnungszeiten">
        {days.length > 0 && (
          <table className="club-hours num">
            <tbody>
              {days.map(({ day, times }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  <td>{times}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Field>
      <Field name="Kontaktperson" note="sehen Besucher nicht">
        {vollstaendiger_name}
      </Field>
      <Field name="Start">{shownWire(club.start_zeit)}</Field>
      <Field name="Ende">{shownWire(club.end_zeit) || 'Ohne Ende'}</Field>
      <Field name="Zuletzt bezahlt">
        {club_credits > 0 && `${formatCredits(club_credits)} für ${monthsLabel(monate)}`}
      </Field>
      <Field name="Eingetragen">{shownWire(club.post_date)}</Field>
    </dl>
  );
}

/** The list has its beginning alone (EXP-07). */
function Description({ club: { ID, version, beschreibung } }: { club: ListedClub }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['description', ID, version],
    queryFn: ({ signal }) => call(getClub, { club_id: ID }, signal),
    enabled: mayGoOn(beschreibung),
  });
  if (!mayGoOn(beschreibung)) return beschreibung;
  if (data) return data.club.beschreibung;
  return (
    <>
      {beschreibung}…
      {isError ? (
        <Failed
          text="Die ganze Beschreibung konnte nicht geladen werden."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRegion>
          <Skeleton height="3rem" />
        </SkeletonRegion>
      )}
    </>
  );
}

function Field({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {name}
        {note && <small className="note">{note}</small>}
      </dt>
      <dd className="num">{children || 'Keine Angaben'}</dd>
    </div>
  );
}
