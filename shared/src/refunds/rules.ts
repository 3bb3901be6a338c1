import { partPrice } from '../inserate/promotion-rules.ts';
import { formatCredits } from '../kernel/format.ts';
import type { Credits } from '../kernel/money.ts';
import { HOUR_MS } from '../kernel/time.ts';

/**
 * A part of what was paid for a thing: for runs that have not begun, for pushes that did not come,
 * for TopAd and story hours that did not run.
 */
export type Part = 'unbegun' | 'pushes' | 'hours';

/**
 * The parts that come back as credits when a thing is deleted. The product, its dialogs, the terms
 * and the FAQ read this file.
 */
export const ON_DELETION = {
  inserat: {
    entwurf: [],
    geplant: ['unbegun', 'hours'],
    aktiv: ['pushes', 'hours'],
    ausgeblendet: ['pushes', 'hours'],
    abgelaufen: ['pushes', 'hours'],
  },
  banner: { entwurf: [], geplant: ['unbegun'], aktiv: [], ausgeblendet: [], abgelaufen: [] },
  club: {
    geplant: ['unbegun'],
    aktiv: ['unbegun'],
    ausgeblendet: ['unbegun'],
    abgelaufen: ['unbegun'],
  },
} as const satisfies Record<string, Record<string, readonly Part[]>>;
type Thing = keyof typeof ON_DELETION;

export const comesBack = <T extends Thing>(
  thing: T,
  status: keyof (typeof ON_DELETION)[T],
  part: Part,
): boolean => (ON_DELETION[thing][status] as readonly Part[]).includes(part);

/** What there is of each part, as far as a page knows it. */
export interface Owed {
  unbegun?: Credits;
  pushes?: boolean;
  hours?: boolean;
}

export const deletionTexts = {
  all: (credits: Credits) => `Du bekommst den ganzen Preis zurück: ${formatCredits(credits)}.`,
  ahead: (credits: Credits) =>
    `Für Laufzeiten, die noch nicht begonnen haben, bekommst du ${formatCredits(credits)} zurück.`,
  pushes: 'Du bekommst zurück, was du für noch ausstehende Pushes bezahlt hast, sonst nichts.',
  hours:
    'Du bekommst zurück, was du für ausgefallene Stunden von TopAd und Story bezahlt hast, sonst nichts.',
  both: 'Du bekommst zurück, was du für noch ausstehende Pushes und für ausgefallene Stunden von TopAd und Story bezahlt hast, sonst nichts.',
  nothing: 'Für die restliche Laufzeit wird nichts erstattet.',
} as const;

/**
 * What the question before a deletion says of it; empty where nothing was paid or no paid time is
 * left.
 */
export function deletionText<T extends Thing>(
  thing: T,
  status: keyof (typeof ON_DELETION)[T],
  owed: Owed,
): string {
  const has = (part: Part) => comesBack(thing, status, part) && Boolean(owed[part]);
  const runs = status === 'aktiv' || status === 'ausgeblendet';
  if (has('unbegun'))
    return runs
      ? `${deletionTexts.ahead(owed.unbegun!)} ${deletionTexts.nothing}`
      : deletionTexts.all(owed.unbegun!);
  if (has('pushes') || has('hours'))
    return deletionTexts[
      has('pushes') && has('hours') ? 'both' : has('pushes') ? 'pushes' : 'hours'
    ];
  return runs ? deletionTexts.nothing : '';
}

/**
 * What an owner takes out of a run stays paid in it, and is said so (also of the pages that offer
 * it).
 */
export const TAKEN_OUT =
  'Nimmst du eine bezahlte Push-Zeit oder einen Push-Termin heraus, kommt dafür nichts zurück. In dieser Laufzeit kannst du dafür ohne Kosten eine andere Zeit oder einen anderen Termin wählen.';

interface Bought {
  price: Credits;
  hours: number;
  missedMs: number;
}

/**
 * Of a TopAd or story, the hours that did not run, begun ones whole, and what they cost: what did
 * run is paid as if sold alone.
 */
export function unrun({ price, hours, missedMs }: Bought): { hours: number; credits: Credits } {
  const lost = Math.min(hours, Math.ceil(missedMs / HOUR_MS));
  return { hours: lost, credits: price - partPrice(price, hours - lost, hours) };
}

/** What an order of daily pushes paid for, and what of it came back. */
export interface DailyOrder {
  /** Times of day; each costs its price for all its days. */
  times: number;
  /** What one of them cost. */
  unit: Credits;
  days: number;
  /** Pushes that came back, and the credits for them. */
  back: number;
  refunded: Credits;
}

/**
 * What comes back for so many more of its pushes, all together never more than the price. For
 * `missed` ones it is rounded up; for those that fall away with another package down, so that what
 * stays paid covers the pushes that still run.
 */
export function dailyRefund(
  { times, unit, days, back, refunded }: DailyOrder,
  more: number,
  why: 'missed' | 'package',
): Credits {
  const price = unit * times;
  const share = (price * (back + more)) / Math.max(1, days * times);
  return Math.max(
    0,
    Math.min(price, why === 'missed' ? Math.ceil(share) : Math.floor(share)) - refunded,
  );
}

/** The same for everybody to read: terms and FAQ. */
export const REFUND_SENTENCES = [
  'Löschst du ein Inserat, einen Banner oder einen Club vor dem geplanten Start, bekommst du den ganzen Preis als Credits zurück. Bei einem Club, der schon läuft, gilt das für Monate, die du im Voraus verlängert hast.',
  'Für Pushes, die nicht mehr kommen, weil du das Inserat löschst, ein kürzeres Paket wählst oder weil es zu ihrer Zeit nicht online ist, bekommst du die Credits zurück. Kamen so für tägliche Pushes Credits zurück, kosten sie in einem anderen Paket, das nicht kürzer ist, wieder ihren ganzen Preis.',
  TAKEN_OUT,
  'Für Stunden von TopAd und Story, in denen das Inserat nicht läuft, weil seine Laufzeit endet oder wegen einer Störung bei uns, bekommst du die Credits zurück, auch wenn du es danach löschst. Blendest du es aus oder löschst du es, läuft ihre restliche Zeit weiter.',
  'Wählst du für ein laufendes Inserat ein anderes Paket, fällt seine restliche Laufzeit weg. Extras, die noch laufen, gehen mit. In der ersten Stunde nach der Buchung zahlst du für ein grösseres Paket nur den Unterschied.',
  'Sonst erstatten wir gebuchte Laufzeiten und Extras nicht, ausser wenn wir etwas nicht freigeben oder endgültig sperren.',
] as const;
