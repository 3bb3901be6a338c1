import { EXTRA_PRICES } from '../cart/rules.ts';
import { type Credits, formatCredits } from '../kernel/money.ts';

/**
 * What a deletion gives back as credits: `all` that was paid for what has not begun, `pushes` that did not come yet, `nothing` of the
 * rest of a run, or `none` because no paid time is left. The product, its dialogs, the terms and the FAQ read this file.
 */
type Back = 'all' | 'pushes' | 'nothing' | 'none';

export const ON_DELETION = {
  inserat: { entwurf: 'none', geplant: 'all', aktiv: 'pushes', ausgeblendet: 'pushes', abgelaufen: 'none' },
  banner: { entwurf: 'none', geplant: 'all', aktiv: 'nothing', ausgeblendet: 'nothing', abgelaufen: 'none' },
  club: { geplant: 'all', aktiv: 'nothing', abgelaufen: 'none' },
} as const satisfies Record<string, Record<string, Back>>;

/** What the question before a deletion says of it. */
export const deletionWords = {
  all: (credits: Credits) => `Du bekommst den ganzen Preis zurück: ${formatCredits(credits)}.`,
  pushes: 'Du bekommst zurück, was du für noch ausstehende Pushes bezahlt hast, sonst nichts.',
  nothing: 'Für die restliche Laufzeit wird nichts erstattet.',
} as const;

/** What an order of daily pushes paid for, and what of it came back. */
export interface DailyOrder {
  /** Times of day; each costs its price for all its days. */
  times: number;
  days: number;
  /** Pushes that came back, and the credits for them. */
  back: number;
  refunded: Credits;
}

/**
 * What comes back for so many more of its pushes, all together never more than the price. For `missed` ones it is rounded up; for those
 * that fall away with another package down, so that what stays paid covers the pushes that still run.
 */
export function dailyRefund(
  { times, days, back, refunded }: DailyOrder,
  more: number,
  why: 'missed' | 'package',
): Credits {
  const price = EXTRA_PRICES.dailyPush * times;
  const share = (price * (back + more)) / Math.max(1, days * times);
  return Math.max(0, Math.min(price, why === 'missed' ? Math.ceil(share) : Math.floor(share)) - refunded);
}

/** The same for everybody to read: terms and FAQ. */
export const REFUND_SENTENCES = [
  'Löschst du ein Inserat, einen Banner oder einen Club vor dem geplanten Start, bekommst du den ganzen Preis als Credits zurück.',
  'Für Pushes, die nicht mehr kommen, weil du das Inserat löschst, ein kürzeres Paket wählst oder weil es zu ihrer Zeit nicht online ist, bekommst du die Credits zurück.',
  'Für Stunden von TopAd und Story, in denen das Inserat nicht läuft, weil seine Laufzeit endet oder wegen einer Störung bei uns, bekommst du die Credits zurück. Blendest du es aus oder löschst du es, läuft ihre Zeit weiter.',
  'Wählst du für ein laufendes Inserat ein anderes Paket, fällt seine restliche Laufzeit weg. Extras, die noch laufen, gehen mit. In der ersten Stunde nach der Buchung zahlst du für ein grösseres Paket nur den Unterschied.',
  'Sonst erstatten wir gebuchte Laufzeiten und Extras nicht.',
] as const;
