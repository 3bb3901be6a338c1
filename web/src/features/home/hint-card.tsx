import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { spanWords } from '@samtrot/shared/kernel/format.ts';
import { debtTexts } from '@samtrot/shared/topups/debt.ts';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, Hourglass, type LucideIcon, PencilLine, Plus, Wallet } from 'lucide-react';
import type { Account } from '../../lib/session/session.ts';
import { countsOf } from '../../listing/counts.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { endsSoon, hintTitle, runningAds } from './rules.ts';
import './hint-card.css';
import '../../ui/card.css';
import '../../ui/icon-button.css';

interface Hint {
  key: string;
  icon: LucideIcon;
  tone: 'abgelaufen' | 'entwurf' | 'geplant';
  text: string;
  action: string;
  link: Pick<LinkProps, 'to' | 'params'>;
}

/**
 * What to do next: the three hints of the specification, each with at most two rows (HOM-09 to
 * HOM-13).
 */
export function HintCard({ account, now }: { account: Account; now: Date }) {
  const title = hintTitle(countsOf(account, now).inserate);
  const first = title === 'Willkommen';
  return (
    <section className="card hint c12" data-slot="hint-card" aria-labelledby="h-next">
      <div className="hint-head">
        <h2 className="h3" id="h-next">
          {title}
        </h2>
        <div className="row hint-actions">
          {account.undecided_payment === null && (
            <ButtonLink to="/guthaben" variant="link" size="sm">
              Guthaben aufladen
            </ButtonLink>
          )}
          <ButtonLink to="/rabota" variant="link" size="sm">
            {first ? 'Erstes Inserat erstellen' : 'Neues Inserat'}
          </ButtonLink>
        </div>
      </div>
      <ul className="todo">
        {hints(account, now).map(({ key, icon: Icon, tone, text, action, link }) => (
          <li key={key}>
            <span
              className="ico"
              style={{ background: `var(--st-${tone}-soft)`, color: `var(--st-${tone})` }}
            >
              <Icon className="i" aria-hidden />
            </span>
            <span className="grow">{text}</span>
            <Link {...link} className="icon-btn only-mobile" aria-label={`${action}: ${text}`}>
              <ChevronRight className="i" aria-hidden />
            </Link>
            <ButtonLink {...link} size="sm" className="only-desktop">
              {action}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function hints(
  { Inserats, credits, owed, offline_at, undecided_payment }: Account,
  now: Date,
): Hint[] {
  const titled = ({ titel, ID }: Inserat) => (titel ? `«${titel}»` : `Inserat ${ID}`);
  const ending = runningAds(Inserats).find((ad) => endsSoon(ad, now));
  const draft = Inserats.find((ad) => ad.inserat_status === 'entwurf');
  const expired = Inserats.find((ad) => ad.inserat_status === 'abgelaufen');
  const list: (Hint | false)[] = [
    undecided_payment !== null && {
      key: 'payment',
      icon: Wallet,
      tone: 'abgelaufen',
      text: undecided_payment.sentence,
      action: undecided_payment.next === 'decide' ? 'Entscheiden' : 'Ansehen',
      link: { to: '/guthaben' },
    },
    ending !== undefined && {
      key: 'ending',
      icon: Hourglass,
      tone: 'abgelaufen',
      text: `${titled(ending)} läuft in ${span(ending, now)} ab.`,
      action: 'Ansehen',
      link: { to: '/inserate' },
    },
    // Beside a payment that waits for a decision nobody is asked to top up again.
    credits === 0 &&
      (owed > 0 || undecided_payment === null) && {
        key: 'balance',
        icon: Wallet,
        tone: 'geplant',
        text:
          owed > 0
            ? `${debtTexts.open(owed)}. ${debtTexts.next}`
            : 'Dein Guthaben ist leer. Für Premium und Extras brauchst du Credits.',
        action: owed > 0 ? 'Ansehen' : 'Aufladen',
        link: { to: '/guthaben' },
      },
    draft !== undefined && {
      key: 'draft',
      icon: PencilLine,
      tone: 'entwurf',
      text: `Dein Entwurf Nr. ${draft.ID} ist noch nicht fertig.`,
      action: 'Weiter bearbeiten',
      link: { to: '/rabota/$id', params: { id: String(draft.ID) } },
    },
    Inserats.length === 0 && {
      key: 'first',
      icon: Plus,
      tone: 'entwurf',
      text: 'Erstelle dein erstes Inserat. 30 Tage sind gratis.',
      action: 'Inserat erstellen',
      link: { to: '/rabota' },
    },
    // Whatever is ordered now is refused.
    offline_at !== null && {
      key: 'offline',
      icon: Plus,
      tone: 'entwurf',
      text: 'Solange du offline bist, kannst du Inserate vorbereiten, aber nicht aufgeben.',
      action: 'Neues Inserat',
      link: { to: '/rabota' },
    },
    expired !== undefined && {
      key: 'expired',
      icon: Plus,
      tone: 'abgelaufen',
      text: 'Gib ein neues Inserat auf oder schalte ein abgelaufenes wieder online.',
      action: 'Neues Inserat',
      link: { to: '/rabota' },
    },
    {
      key: 'next',
      icon: Plus,
      tone: 'geplant',
      text: 'Mit einem weiteren Inserat erreichst du mehr Regionen.',
      action: 'Neues Inserat',
      link: { to: '/rabota' },
    },
  ];
  return list.filter((hint) => hint !== false).slice(0, 2);
}

const span = (ad: Inserat, now: Date) => spanWords(Date.parse(ad.end_at!) - now.getTime(), 'Tagen');
