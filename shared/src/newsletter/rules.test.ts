import { expect, test } from 'vitest';
import { DRAFT_STATE_LABELS, newsletterTexts, paragraphsOf, reportText } from './rules.ts';

test('empty lines divide paragraphs, whatever blanks stand in them', () => {
  expect(paragraphsOf('\n Guten Tag \n \t\n  \n\nzwei\nZeilen\n\n')).toEqual([
    'Guten Tag',
    'zwei\nZeilen',
  ]);
  expect(paragraphsOf('eins\n \t\nzwei')).toEqual(['eins', 'zwei']);
  expect(paragraphsOf('eins')).toEqual(['eins']);
});

test('the report of a newsletter counts accounts', () => {
  expect(reportText({ made: 1, sent: 0, waiting: 1, refused: 0 })).toBe(
    'an 1 Konto, gesendet 0, wartet 1, abgewiesen 0',
  );
  expect(reportText({ made: 12, sent: 10, waiting: 1, refused: 1 })).toBe(
    'an 12 Konten, gesendet 10, wartet 1, abgewiesen 1',
  );
});

test('a draft is one, waits for a second person, or is sent', () => {
  expect(DRAFT_STATE_LABELS).toEqual({
    draft: 'Entwurf',
    submitted: 'Wartet auf zweite Person',
    sent: 'Gesendet',
  });
  expect(newsletterTexts.sentBefore).toBe('Genau dieser Newsletter ging schon hinaus.');
});

test('a subject that tells is refused with its word', () => {
  expect(newsletterTexts.telling('Escort')).toBe(
    'Der Betreff ist nicht neutral: «Escort» verrät, worum es geht.',
  );
});
