import type { getCatalogue } from '@samtrot/shared/catalogue/staff-contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDate, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { clsx } from 'clsx';
import {
  CalendarClock,
  CircleCheck,
  Clock,
  History,
  type LucideIcon,
  PencilLine,
  Plus,
} from 'lucide-react';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { HouseLink } from '../link.tsx';

/** What versions of lists and of texts have in common. */
export type VersionFacts = Omit<Output<typeof getCatalogue>['versions'][number], 'content'>;

const STATES: Record<VersionFacts['state'], { label: string; tone: BadgeTone; icon: LucideIcon }> =
  {
    draft: { label: 'Entwurf', tone: 'neutral', icon: PencilLine },
    submitted: { label: 'Vorgelegt', tone: 'warning', icon: Clock },
    coming: { label: 'Kommt', tone: 'info', icon: CalendarClock },
    valid: { label: 'Gilt jetzt', tone: 'success', icon: CircleCheck },
    replaced: { label: 'Abgelöst', tone: 'neutral', icon: History },
    declined: { label: 'Abgelehnt', tone: 'neutral', icon: History },
  };
export const isPast = ({ state }: Pick<VersionFacts, 'state'>) =>
  state === 'replaced' || state === 'declined';

interface Props {
  versions: readonly VersionFacts[];
  shown: VersionFacts | undefined;
  /** The address that the number of a version follows. */
  path: string;
  /** What becomes of earlier ones. */
  past: string;
  busy: boolean;
  onDraft: () => void;
}

/** What is valid, what comes, what was, and drafts, as cards. */
export function VersionList({ versions, shown, path, past: note, busy, onDraft }: Props) {
  const past = versions.filter(isPast);
  return (
    <ul className="catalogue-versions" aria-label="Fassungen">
      {versions
        .filter((one) => !isPast(one))
        .map((one) => (
          <VersionCard key={one.version_id} of={one} path={path} chosen={one === shown} />
        ))}
      {past.length > 0 && (
        <li className={clsx('catalogue-version', past.includes(shown!) && 'is-chosen')}>
          <Badge icon={History}>Frühere</Badge>
          <b>
            {past.map(({ number }, at) => (
              <span key={number}>
                {at > 0 && ', '}
                <HouseLink
                  to={`${path}/${number}`}
                  aria-current={number === shown?.number ? 'page' : undefined}
                  aria-label={`Fassung ${number}`}
                  className="catalogue-past"
                >
                  {number}
                </HouseLink>
              </span>
            ))}
          </b>
          <small className="muted">{note}</small>
        </li>
      )}
      <li className="catalogue-new">
        <Button icon={Plus} busy={busy} onClick={onDraft}>
          Entwurf
        </Button>
      </li>
    </ul>
  );
}

function VersionCard({ of, path, chosen }: { of: VersionFacts; path: string; chosen: boolean }) {
  const { label, tone, icon } = STATES[of.state];
  return (
    <li className={clsx('catalogue-version', chosen && 'is-chosen')}>
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      <HouseLink
        to={`${path}/${of.number}`}
        className="panes-link"
        aria-current={chosen ? 'page' : undefined}
      >
        Fassung {of.number}
      </HouseLink>
      <small className="muted">{aboutVersion(of)}</small>
    </li>
  );
}

/** When it counts, who made it and who released it. */
export function aboutVersion(of: VersionFacts): string {
  const author = of.submitted_by ?? of.created_by;
  if (!author) return of.state === 'valid' ? 'seit Beginn, mit dem Portal' : 'mit dem Portal';
  const at = of.valid_from ? new Date(of.valid_from) : null;
  const when = {
    draft: () => `geändert ${formatDateTime(new Date(of.changed_at))}`,
    submitted: () => `ab ${formatDateTime(at!)}`,
    coming: () => `ab ${formatDateTime(at!)}`,
    valid: () => `seit ${formatDate(at!)}`,
    replaced: () => `ab ${formatDate(at!)}`,
    declined: () => 'abgelehnt',
  }[of.state]();
  const released = of.decided_by && of.state !== 'draft' && of.state !== 'submitted';
  const word = of.state === 'declined' ? 'nein' : 'frei';
  return `${when} · ${author}${released ? `, ${word}: ${of.decided_by}` : ''}`;
}
