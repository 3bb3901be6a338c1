import type { getDelivery, WebsiteDelivery } from '@samtrot/shared/delivery-receipts/contract.ts';
import type { PlacedKind, WebsiteStep } from '@samtrot/shared/delivery-receipts/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { dayListText, formatNumber, sinceText, whenText } from '@samtrot/shared/kernel/format.ts';
import { KINDS } from '../../lib/format/item-kinds.ts';

export type Delivery = Output<typeof getDelivery>;

/** What stands beside the name of a website. */
export const STEP_LABELS: Record<WebsiteStep, string> = {
  nie: 'Nie angekommen',
  bereit: 'Unterwegs',
  geliefert: 'Angekommen',
  gesehen: 'Angesehen',
  entfernung_offen: 'Wird entfernt',
  entfernt: 'Entfernt',
};

/** One station on the way of a thing on a website. */
export interface Station {
  label: string;
  state: 'done' | 'now' | 'open';
  /** When it happened, or what is still missing. */
  note: string;
}

const GONE_BY = {
  webhook: 'auf unsere Meldung',
  since: 'beim Abgleich',
  asked: 'bei der Nachfrage',
  live: 'sofort',
} as const;

/** The way of a thing on a website as far as it has come; empty where nothing was ever to come. */
export function stationsOf(site: WebsiteDelivery, now: Date): Station[] {
  const at = (moment: string | null) => (moment === null ? '' : whenText(new Date(moment), now));
  switch (site.step) {
    case 'nie':
      return [];
    case 'entfernung_offen':
      return [
        { label: 'Angekommen', state: 'done', note: at(site.delivered_at) },
        { label: 'Wird entfernt', state: 'now', note: 'noch nicht bestätigt' },
      ];
    case 'entfernt':
      return [
        { label: 'Angekommen', state: 'done', note: at(site.delivered_at) },
        {
          label: 'Entfernt',
          state: 'done',
          note: [at(site.gone_at), site.gone_by && GONE_BY[site.gone_by]]
            .filter(Boolean)
            .join(', '),
        },
      ];
  }
  const seen = site.step === 'gesehen';
  const delivered = seen || site.step === 'geliefert';
  return [
    { label: 'Unterwegs', state: 'done', note: at(site.queued_at) },
    delivered
      ? { label: 'Angekommen', state: 'done', note: at(site.delivered_at) }
      : {
          label: 'Angekommen',
          state: 'now',
          note: site.told_at ? 'benachrichtigt, noch nicht abgeholt' : 'noch nicht abgeholt',
        },
    seen
      ? { label: 'Angesehen', state: 'done', note: at(site.seen_at) }
      : {
          label: 'Angesehen',
          state: delivered ? 'now' : 'open',
          note: delivered ? unseenText(site) : '',
        },
  ];
}

/**
 * Views from before it was taken down, or from before anything was recorded, stand on the same row.
 */
const unseenText = ({ views }: WebsiteDelivery) =>
  views === 0 ? 'noch kein Aufruf' : 'seither kein Aufruf';

/** Why there is nothing to follow on this website. */
export const noWayText = (
  { accepted, views }: Pick<WebsiteDelivery, 'accepted' | 'views'>,
  kind: PlacedKind,
): string =>
  accepted
    ? views === 0
      ? `Hat ${KINDS[kind].this} nie abgeholt.`
      : 'Hier sind keine Zeiten aufgezeichnet.'
    : `Zeigt ${KINDS[kind].this} nicht: Die Einstufung passt nicht zu dem, was diese Webseite annimmt.`;

/**
 * `3 Aufrufe, zuletzt heute, 14:03`; null while nobody has looked. Before it is delivered again
 * they are those of before.
 */
export function viewsText(
  { step, views, last_seen_at }: WebsiteDelivery,
  now: Date,
): string | null {
  if (views === 0) return null;
  const last = last_seen_at === null ? '' : `, zuletzt ${whenText(new Date(last_seen_at), now)}`;
  return `${step === 'bereit' ? 'zuvor ' : ''}${views === 1 ? '1 Aufruf' : `${formatNumber(views)} Aufrufe`}${last}`;
}

/** `An 2 Tagen nichts abgerufen`, and which days: for the line that opens and what it hides. */
export function missedText({ missed_days }: Pick<WebsiteDelivery, 'missed_days'>, now: Date) {
  if (missed_days.length === 0) return null;
  const count = missed_days.length;
  return {
    title: `An ${count === 1 ? 'einem Tag' : `${count} Tagen`} nichts abgerufen`,
    days: dayListText(missed_days.toSorted(), now),
  };
}

/** `Online seit heute, 14:03` */
export function runText({ online, online_since, ended_at }: Delivery, now: Date): string {
  if (online)
    return online_since ? `Online seit ${sinceText(new Date(online_since), now)}` : 'Online';
  if (ended_at) return `Offline seit ${sinceText(new Date(ended_at), now)}`;
  return online_since ? 'Offline' : 'Noch nie online';
}

/** All websites in one sentence: `Auf 4 von 5 Webseiten angekommen, auf 3 schon angesehen.` */
export function sumText({ kind, online, online_since, websites }: Delivery): string {
  const count = (...steps: WebsiteStep[]) =>
    websites.filter(({ step }) => steps.includes(step)).length;
  const ofSites = (n: number) => (n === 1 ? '1 Webseite' : `${n} Webseiten`);
  if (websites.length === 0) return 'Zurzeit ist keine Webseite dafür da.';
  if (!online) {
    const [open, gone] = [count('entfernung_offen'), count('entfernt')];
    if (open + gone === 0)
      return online_since
        ? 'Keine Webseite hat etwas davon.'
        : `Sobald ${KINDS[kind].your} online ist, siehst du hier den Weg.`;
    const sum = open + gone;
    if (open === 0)
      return sum === 1
        ? 'Die Webseite hat es entfernt.'
        : `Alle ${ofSites(sum)} haben es entfernt.`;
    return `Auf ${gone} von ${ofSites(sum)} entfernt, auf ${open} noch nicht bestätigt.`;
  }
  const showing = websites.filter(({ accepted }) => accepted).length;
  if (showing === 0) return `Keine Webseite zeigt ${KINDS[kind].this}.`;
  const [seen, delivered] = [count('gesehen'), count('gesehen', 'geliefert')];
  if (delivered === 0) return `Unterwegs zu ${ofSites(showing)}, noch nirgends angekommen.`;
  const arrived = `Auf ${delivered} von ${ofSites(showing)} angekommen`;
  if (seen === 0) return `${arrived}, noch nirgends angesehen.`;
  return seen === delivered && delivered === showing
    ? `${arrived} und angesehen.`
    : `${arrived}, auf ${seen} schon angesehen.`;
}

/** Whether it is online on a website, and not only about to be. */
export const hasArrived = ({ online, websites }: Pick<Delivery, 'online' | 'websites'>): boolean =>
  online && websites.some(({ step }) => step === 'geliefert' || step === 'gesehen');

/** Whether anything may still happen that somebody at the page waits for. */
export const isOpen = ({ online, websites }: Pick<Delivery, 'online' | 'websites'>): boolean =>
  websites.some(({ accepted, step }) =>
    online ? accepted && (step === 'bereit' || step === 'geliefert') : step === 'entfernung_offen',
  );
