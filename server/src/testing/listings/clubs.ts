import type { saveClub } from '@samtrot/shared/clubs/contract.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';

/** Everything that the entry of a club needs; a test names what matters to it. */
export const wholeClub = (
  changes: Partial<Params<typeof saveClub>> = {},
): Params<typeof saveClub> => ({
  club_name: 'Haus Linde',
  titel: 'Bar und Räume',
  beschreibung: 'Ruhige Räume mit einer kleinen Bar.',
  vollstaendiger_name: 'Lena Linde',
  telefon: '079 123 45 67',
  homepage: 'haus-linde.example',
  strasse_und_nummer: 'Lindenweg 3',
  postleitzahl: '8001',
  ort: 'Zürich',
  canton: 'ZH',
  oeffnungszeiten: [{ tag: 5, von: '20:00', bis: '02:00' }],
  ...changes,
});
