import { formatDate } from '@samtrot/shared/kernel/format.ts';
import { Lock } from 'lucide-react';
import { ButtonLink } from '../../ui/button-link.tsx';
import './lines.css';

/** The password among the ways to log in; it is changed in the profile. */
export const PasswordLine = ({ changedAt }: { changedAt: string | null }) => (
  <li>
    <Lock className="i muted" aria-hidden />
    <span>
      <b className="strong">Passwort</b>
      {changedAt && (
        <small className="note num">geändert am {formatDate(new Date(changedAt))}</small>
      )}
    </span>
    <ButtonLink to="/profil" hash="passwort" size="sm" aria-label="Passwort ändern">
      Ändern
    </ButtonLink>
  </li>
);
