import { describe, expect, test } from 'vitest';
import { isForbiddenText, phraseFinder, phraseProblemOf, phraseText } from './phrase-rules.ts';
import { FORBIDDEN_OFFER_TEXT } from './rules.ts';

const find = phraseFinder(['Goldene Feder', '...', 'Wasserrad']);

describe('a forbidden phrase of the house', () => {
  test.each([
    ['die goldene feder', 'Goldene Feder'],
    ['g o l d e n e f e d e r', 'Goldene Feder'],
    ['Das Wasser rad.', 'Wasserrad'],
    ['Wasserrad und goldene Feder', 'Goldene Feder'],
    ['Goldenefeder', 'Goldene Feder'],
    ['goldene', undefined],
    ['feder', undefined],
    ['goldene Federn', undefined],
    ['golden Feder', undefined],
    ['Wasser', undefined],
    ['Rad Wasserrad', 'Wasserrad'],
    ['Das Wassserrad', 'Wasserrad'],
    ['', undefined],
    ['...', undefined],
  ])('in «%s» is %s [BOF-53]', (text, phrase) => {
    expect(find(text)).toBe(phrase);
  });

  test('is not found where the text refuses it [BOF-53]', () => {
    expect(find('Keine goldene Feder')).toBeUndefined();
    expect(find('Keine goldene Feder. Eine goldene Feder')).toBe('Goldene Feder');
    expect(find('Schöne lange goldene Feder nicht bei mir')).toBeUndefined();
  });

  test('is none where there are none [BOF-53]', () => {
    expect(phraseFinder([])('goldene Feder')).toBeUndefined();
    expect(phraseFinder(['', '!'])('')).toBeUndefined();
  });

  test('is found where one digit repeats in it [BOF-53]', () => {
    expect(phraseFinder(['7 7 7'])('Die 7 7 7 ist da')).toBe('7 7 7');
  });

  test('is named in the sentence at the field [BOF-53]', () => {
    const problem = phraseProblemOf(['Wasserrad']);
    expect(problem('Ein Wasserrad')).toBe(
      'Die Wendung «Wasserrad» ist nicht erlaubt. Was sie enthält, wird nicht veröffentlicht. Bitte ändere diesen Text.',
    );
    expect(problem('Ein Fluss')).toBeNull();
  });

  test('is told apart from other problems of a field [BOF-53]', () => {
    expect(isForbiddenText(phraseText('Wasserrad'))).toBe(true);
    expect(isForbiddenText(FORBIDDEN_OFFER_TEXT)).toBe(true);
    expect(isForbiddenText('Maximal 60 Zeichen erlaubt')).toBe(false);
  });
});
