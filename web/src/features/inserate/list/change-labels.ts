import { PACKAGES, type PackageId } from '@samtrot/shared/cart/rules.ts';
import type { PackageChange } from '@samtrot/shared/inserate/contract.ts';
import { formatCredits, formatDayTime } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { afterExchange } from '@samtrot/shared/topups/debt.ts';
import { REFUND_LABEL } from '../editor/booking/editor-cost.ts';

interface Line {
  text: string;
  note?: string;
}

/** `1 Monat`, `30 Tage Gratis` */
const shortTitle = (id: PackageId) => PACKAGES[id].title.replace(' Premium', '');

const dayTime = (at: string) => formatDayTime(new Date(at));
const day = (at: string) => dayTime(at).slice(0, 6);

/** With the balance before it. */
type Changed = PackageChange & { credits: Credits };

/**
 * The texts of the question about another package (EXP-58, EXP-59), with the server's values.
 */
export function changeLabels(change: Changed, owed: Credits) {
  const { from, total, credits, refund } = change;
  return {
    lines: [
      runLine(change),
      ...pushLines(change),
      ...cutLines(change),
      ...stayLines(change),
      ...differenceLines(change),
    ],
    keep: `${shortTitle(from)} behalten`,
    act: total === 0 ? 'Kostenlos wechseln' : `Wechseln für ${formatCredits(total)}`,
    ...afterExchange({ balance: credits, owed }, { refund, total }),
  };
}

/**
 * After the change: what has happened, and the balance as the server
 * returned it.
 */
export function changedLabel(change: Changed, balance: Credits): string {
  const { lines } = changeLabels(change, 0);
  const price = change.total === 0 ? 'kostenlos' : `für ${formatCredits(change.total)}`;
  const parts = lines.map(({ text, note }) =>
    (note ? `${text}: ${note}` : text).replace(/\.$/, ''),
  );
  return [`Gewechselt ${price}`, ...parts, `Guthaben danach ${formatCredits(balance)}`]
    .join('. ')
    .concat('.');
}

function runLine({ lost_ms, lost_paid, old_end_at, new_end_at }: PackageChange): Line {
  const note = `Neues Ende ${dayTime(new_end_at)}, bisher ${dayTime(old_end_at)}`;
  // A day of the clock change has 23 hours.
  const days = Math.floor((lost_ms + HOUR_MS) / DAY_MS);
  const hours = Math.floor(lost_ms / HOUR_MS);
  if (days === 0 && hours === 0) return { text: 'Die Laufzeit beginnt neu', note };
  const one = days > 0 ? days === 1 : hours === 1;
  const unit = days > 0 ? (one ? 'Tag' : 'Tage') : one ? 'Stunde' : 'Stunden';
  const paid = one && days > 0 ? 'bezahlter ' : 'bezahlte ';
  const what = lost_paid ? `${paid}${unit}` : `Gratis-${unit}`;
  return { text: `${days > 0 ? days : hours} ${what} ${one ? 'fällt' : 'fallen'} weg`, note };
}

function pushLines({ pushes, new_end_at }: PackageChange): Line[] {
  const line = (
    kind: 'daily' | 'dated',
    { count, credits, behind_end }: PackageChange['pushes']['daily'],
  ): Line[] => {
    if (count === 0) return [];
    const name =
      kind === 'dated'
        ? count === 1
          ? 'Push'
          : 'Pushes'
        : count === 1
          ? 'täglicher Push'
          : 'tägliche Pushes';
    const verb = count === 1 ? 'entfällt' : 'entfallen';
    const when = behind_end ? ` nach dem ${day(new_end_at)}` : '';
    return [{ text: `${count} ${name}${when} ${verb} · ${credits} zurück` }];
  };
  return [
    ...line('dated', pushes.dated),
    ...line('daily', pushes.daily),
    ...againLines(pushes.again),
  ];
}

/** Refunded credits for daily pushes are charged again where the run is no shorter. */
function againLines({ times, credits }: PackageChange['pushes']['again']): Line[] {
  if (times === 0) return [];
  return [
    {
      text: `Push täglich kostet wieder den ganzen Preis${credits > 0 ? ` · ${credits} zurück` : ''}`,
    },
  ];
}

const NAMES = { colour: 'Farbe', topAd: 'TopAd', story: 'Story' } as const;

function listed(kinds: (keyof typeof NAMES)[]): string {
  const names = kinds.map((kind) => NAMES[kind]);
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} und ${names.at(-1)}` : names[0]!;
}

function cutLines({ cut, new_end_at }: PackageChange): Line[] {
  if (cut.length === 0) return [];
  const credits = cut.reduce((sum, one) => sum + one.credits, 0);
  const runs = `${listed(cut.map(({ kind }) => kind))} ${cut.length > 1 ? 'laufen' : 'läuft'}`;
  return [
    {
      text: `${runs} nur noch bis ${dayTime(new_end_at)}${credits > 0 ? ` · dann ${credits} zurück` : ''}`,
    },
  ];
}

function stayLines({ stays }: PackageChange): Line[] {
  if (stays.length === 0) return [];
  return [{ text: `${listed(stays)} ${stays.length > 1 ? 'bleiben' : 'bleibt'}` }];
}

function differenceLines({ credit, items }: PackageChange): Line[] {
  const bundle = items.find(({ key }) => key === 'package');
  return credit > 0 && bundle
    ? [{ text: `Du zahlst nur den Unterschied: ${formatCredits(bundle.total)}.` }]
    : [];
}

/** The lines of the price: what is charged again, and what is refunded. */
export function priceLines({ items, refund }: PackageChange) {
  const charged = items
    .filter(({ key, total }) => key === 'package' || total > 0)
    .map(({ label, quantity, total }) => ({
      label: quantity > 1 ? `${quantity} × ${label}` : label,
      amount: total === 0 ? 'Kostenlos' : formatCredits(total),
    }));
  return refund > 0
    ? [...charged, { label: REFUND_LABEL, amount: `+ ${formatCredits(refund)}` }]
    : charged;
}
