import type { Account } from '../../lib/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';

/** On Home: an answer of the support that nobody has opened (EXP-91). */
export const AnswerNotes = ({ account }: { account: Account }) =>
  account.unread_threads.map((ticket) => (
    <Alert
      key={ticket}
      tone="info"
      className="c12"
      action={
        <ButtonLink
          to="/dashboard/kontakt/$ticket"
          params={{ ticket }}
          size="sm"
          aria-label={`Lesen: ${ticket}`}
        >
          Lesen
        </ButtonLink>
      }
    >
      <p>
        <b className="strong">Du hast eine Antwort von uns.</b>{' '}
        <span className="num nowrap">{ticket}</span>
      </p>
    </Alert>
  ));
