import { expect, test } from 'vitest';
import { LOOK_DELAY_DAYS, LOOKS, lookedAtLabel, lookerLabel } from './looks.ts';

test('each kind of look has its words in the account log [BOF-76, BOF-77]', () => {
  expect(LOOKS).toEqual({
    contact: 'Kontaktangaben angesehen',
    messages: 'Nachrichten gelesen',
    images: 'Bilder angesehen',
    view: 'Dein Konto in deiner Ansicht angesehen',
    export: 'Kopie deiner Daten heruntergeladen',
    report: 'Meldung angesehen',
  });
});

test.each([
  ['message', '10042', 'Nachricht S-10042'],
  ['inserat', '20447', 'Inserat 20447'],
  ['banner', '7', 'Banner 7'],
  ['club', '31', 'Club 31'],
  ['report', '2041', 'Meldung M-2041'],
  ['account', '5', ''],
] as const)('what was looked at, %s %s, reads «%s» [BOF-77]', (thing, number, label) => {
  expect(lookedAtLabel(thing, number)).toBe(label);
});

test.each([
  ['moderator', 'AM', 'Moderation AM'],
  ['owner', 'NK', 'Inhaberin NK'],
  ['moderator', null, 'Samtrot'],
  [null, 'AM', 'Samtrot'],
  [null, null, 'Samtrot'],
] as const)('who looked, %s with the sign %s, reads «%s» [BOF-77]', (role, sign, label) => {
  expect(lookerLabel(role, sign)).toBe(label);
});

test('a look is shown after 90 days at the latest [BOF-77]', () => {
  expect(LOOK_DELAY_DAYS).toBe(90);
});
