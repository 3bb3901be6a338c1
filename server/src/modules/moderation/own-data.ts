import { type OwnTable, ofAccount, ownTable } from '../../platform/own-data.ts';
import { replacedColumn } from './changes.ts';
import { reviewContent } from './review-content.ts';

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('review', {
    file: 'inserate',
    about: 'Wann wir geprüft haben, was du veröffentlicht oder geändert hast.',
    fields: {
      id: 'Nummer',
      thing: 'was es ist',
      item_id: 'Nummer davon',
      account_id: 'Nummer deines Kontos',
      version: 'die wievielte Fassung',
      cause: 'warum wir es geprüft haben',
      state: 'wie es ausging',
      content_hash: null,
      written_in: null,
      waiting_since: 'bei uns seit',
      assess_at: null,
      signals: null,
      points: null,
      level: null,
      place: null,
      claimed_by: null,
      claimed_until: null,
      note: null,
      first_by: null,
      decided_at: 'wann entschieden',
      decided_by: null,
      hold_id: 'Sperre dazu',
      content: 'was wir geprüft haben',
      answer: 'was wir dir dazu geschrieben haben',
      replaced: null,
    },
    where: ofAccount,
    encrypted: [reviewContent, replacedColumn],
    parsed: { content: JSON.parse },
  }),
];
