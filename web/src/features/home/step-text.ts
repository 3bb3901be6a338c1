import { isPremium } from '@samtrot/shared/cart/rules.ts';
import { nameOf } from '@samtrot/shared/holds/owner-rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import {
  formatChf,
  formatNumber,
  spanText as span,
  whenText,
} from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { localDate, localTime } from '@samtrot/shared/kernel/time.ts';
import type { NextStep } from '@samtrot/shared/overview/contract.ts';
import { SUPPORT_TIMES } from '@samtrot/shared/support/rules.ts';
import { debtTexts } from '@samtrot/shared/topups/debt.ts';
import { paymentName, undecidedTitle } from '@samtrot/shared/topups/status.ts';
import type { Account } from '../../lib/session/session.ts';

export interface StepTexts {
  /** What it is. */
  title: string;
  /** Why, and when; each a paragraph. */
  texts: string[];
}

/** `8 Stunden`, `3 Tagen`: what follows "in", "vor" and "seit". */
const spanText = (from: Date, to: Date): string =>
  span(Math.max(0, to.getTime() - from.getTime()), 'Tagen');

export const titled = ({ titel, ID }: Pick<Inserat, 'titel' | 'ID'>): string =>
  titel ? `«${titel}»` : `Inserat ${ID}`;

const HELD: Record<string, string> = {
  revise: 'ist gesperrt, bitte überarbeiten',
  final: 'ist endgültig gesperrt',
};

const chf = (francs: number) => formatChf(francsToRappen(francs));

/** The words of a line, or null where what it is about is gone (EXP-34). */
export function stepText(
  step: NextStep,
  account: Account,
  now: Date,
  { missing, confirm }: { missing: (ad: Inserat) => string; confirm: string | null },
): StepTexts | null {
  const { kind, payment } = step;
  const at = step.at === null ? null : new Date(step.at);
  const ad = account.Inserats.find(({ ID }) => String(ID) === step.id);
  switch (kind) {
    case 'hold': {
      const hold = account.holds.find(({ id }) => String(id) === step.id);
      if (!hold) return null;
      const { type, id } = hold.object;
      const held = type === 'inserat' && account.Inserats.find(({ ID }) => ID === id);
      const fields = hold.fields.map(({ label }) => label).join(', ');
      return {
        title: `${held ? titled(held) : nameOf(type, id)} ${HELD[hold.kind] ?? 'ist gesperrt'}`,
        texts: [
          `${hold.reason}: ${hold.text}`,
          [
            fields && `Betrifft: ${fields}.`,
            `Seit ${whenText(new Date(hold.since), now)}.`,
            hold.time,
          ]
            .filter(Boolean)
            .join(' '),
        ],
      };
    }
    case 'debt': {
      const { owed, owed_for: why } = account;
      const text = why
        ? `${debtTexts.why({ ...why, at: new Date(why.date), amount: francsToRappen(why.amount) })} ${debtTexts.next}`
        : debtTexts.next;
      return { title: debtTexts.open(owed), texts: [text] };
    }
    case 'ending': {
      if (!ad?.end_at) return null;
      const end = new Date(ad.end_at);
      const today = localDate(end) === localDate(now);
      const when = `Um ${localTime(end)}, in ${spanText(now, end)}.`;
      return {
        title: `${titled(ad)} läuft ${today ? 'heute' : 'morgen'} ab`,
        texts: [
          ad.reaktivierung
            ? `${when} Für die Reaktivierung reicht dein Guthaben nicht.`
            : `${when} Danach sieht es niemand mehr.`,
        ],
      };
    }
    case 'answer':
      return {
        title: step.asked ? 'Antwort vom Support' : 'Nachricht vom Support',
        texts: [
          `${step.asked ? 'Zu deiner Frage ' : ''}«${step.subject ?? ''}» (${step.id}), vor ${spanText(at ?? now, now)}.`,
        ],
      };
    case 'payment':
      if (!payment || !account.undecided_payment) return null;
      return {
        title: `${undecidedTitle(account.undecided_payment.status)}: ${paymentName(payment.number)}`,
        texts: [`${payment.sentence} Seit ${spanText(at ?? now, now)}.`],
      };
    case 'open_payment':
      if (!payment) return null;
      return {
        title: payment.transfer
          ? `Überweisung ${chf(payment.amount)} ist noch nicht da`
          : `Zahlung ${chf(payment.amount)} ist noch offen`,
        texts: [
          `${paymentName(payment.number)}, seit ${spanText(at ?? now, now)} offen. ${
            payment.transfer ? SUPPORT_TIMES.transfer : payment.sentence
          }`,
        ],
      };
    case 'draft': {
      if (!ad) return null;
      const changed = at && `Zuletzt geändert ${whenText(at, now)}.`;
      return {
        title: `Dein Entwurf Nr. ${ad.ID} ist noch nicht fertig`,
        texts: [[missing(ad), changed].filter(Boolean).join(' ')],
      };
    }
    case 'email':
      return confirm === null
        ? null
        : { title: 'E-Mail-Adresse noch nicht bestätigt', texts: [confirm] };
  }
}

/** How many ads end soon without a line of their own. */
export const moreEndingText = (more: number): string =>
  more === 1
    ? 'Noch ein Inserat läuft in den nächsten 24 Stunden ab.'
    : `Noch ${formatNumber(more)} Inserate laufen in den nächsten 24 Stunden ab.`;

/** Whether its owner can switch on that it is booked again; a free one ends. */
export const canRenew = ({ paid }: Pick<Inserat, 'paid'>): boolean =>
  paid !== null && isPremium(paid.package);
