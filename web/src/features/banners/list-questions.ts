import type { Banner } from '@samtrot/shared/banners/contract.ts';
import { monthsLabel } from '@samtrot/shared/banners/rules.ts';
import { shownWire } from '@samtrot/shared/kernel/format.ts';
import { comesBack, deletionText } from '@samtrot/shared/refunds/rules.ts';
import { asQuestion, type Question, type QuestionSpec } from '../../listing/question.ts';

/**
 * Every question of the list by its type (BAN-15 to BAN-19); it is confirmed before anything
 * happens.
 */
const QUESTIONS = {
  BANNER_EDIT: ({ status }) => ({
    title: 'Banner ändern?',
    text: EDITING[status],
    act: 'Ändern',
    busy: 'Wird geöffnet …',
    kind: 'edit',
  }),
  BANNER_DUPLICATE: () => ({
    title: 'Banner duplizieren?',
    text: 'Du bekommst einen Entwurf mit demselben Inhalt und denselben Webseiten. Gebucht ist damit noch nichts.',
    act: 'Duplizieren',
    busy: 'Wird dupliziert …',
    kind: 'duplicate',
  }),
  BANNER_HIDE: ({ end_datum, auto_extend }) => ({
    title: 'Banner ausblenden?',
    text: `Dein Banner verschwindet sofort von allen Webseiten und steht bei deinen Entwürfen. Die Laufzeit läuft weiter. Bis ${shownWire(end_datum)} kannst du ihn wieder einblenden.${auto_extend ? ' Ausgeblendet wird er nicht automatisch reaktiviert.' : ''}`,
    act: 'Ausblenden',
    busy: 'Wird ausgeblendet …',
    kind: 'hide',
  }),
  BANNER_DELETE: (banner) => ({
    title: 'Banner löschen?',
    text: `Inhalt, Bild und Zahlen werden endgültig gelöscht. ${refundText(banner)}`.trim(),
    safe: 'Behalten',
    act: 'Löschen',
    busy: 'Wird gelöscht …',
    danger: true,
    refund: { atLeast: refundOf(banner), more: false },
  }),
  BANNER_ACTIVATE: ({ status, start_datum, end_datum, monate }) =>
    status === 'ausgeblendet'
      ? {
          title: 'Banner einblenden?',
          text: `Dein Banner ist sofort wieder online und läuft bis ${shownWire(end_datum)}.`,
          act: 'Einblenden',
          busy: 'Wird eingeblendet …',
          kind: 'show',
        }
      : {
          title: 'Banner sofort aktivieren?',
          text: `Dein Banner geht sofort online statt am ${shownWire(start_datum)}. Die Laufzeit (${monthsLabel(monate)}) beginnt jetzt.`,
          act: 'Sofort aktivieren',
          busy: 'Wird aktiviert …',
        },
} as const satisfies Record<string, (banner: Banner) => QuestionSpec>;

export type BannerDialogType = keyof typeof QUESTIONS;
export const BANNER_DIALOG_TYPES = Object.keys(QUESTIONS) as BannerDialogType[];

export function questionOf(type: BannerDialogType, banner: Banner): Question {
  const spec: (banner: Banner) => QuestionSpec = QUESTIONS[type];
  return asQuestion(spec(banner), banner.post_title, banner.ID);
}

const BOOKED = 'Typ, Laufzeit und Webseiten bleiben, wie du sie gebucht hast.';

const EDITING: Record<Banner['status'], string> = {
  entwurf: 'Der Entwurf öffnet sich. Du kannst alles ändern und ihn bestellen.',
  abgelaufen: 'Der Banner öffnet sich. Du kannst alles ändern und ihn neu bestellen.',
  geplant: `Inhalt, Ziel und Start kannst du ändern. ${BOOKED}`,
  aktiv: `Inhalt und Ziel kannst du ändern. ${BOOKED}`,
  ausgeblendet: `Inhalt und Ziel kannst du ändern. ${BOOKED}`,
};

const refundOf = ({ status, banner_credits }: Banner) =>
  comesBack('banner', status, 'unbegun') ? banner_credits : 0;

const refundText = (banner: Banner): string =>
  deletionText('banner', banner.status, { unbegun: refundOf(banner) });
