import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDisposable } from './disposable.ts';
import {
  confirmationProblem,
  discountOf,
  discountPercent,
  emailProblem,
  PASSWORD_RULES,
  passwordProblem,
  passwordStrength,
  tidyEmail,
  tidyUsername,
  usernameKey,
  usernameProblem,
} from './rules.ts';

const GOOD = 'Gut-Gewaehlt-26';

test('the checklist holds the eight rules in their order [AUT-20, AUT-27, AUT-49]', () => {
  expect(PASSWORD_RULES.map((rule) => rule.text)).toEqual([
    'Mindestens 12 Zeichen',
    'Mindestens ein Grossbuchstabe',
    'Mindestens ein Kleinbuchstabe',
    'Mindestens eine Ziffer',
    'Mindestens ein Sonderzeichen',
    'Keine Leerzeichen erlaubt',
    'Keine sich wiederholenden Zeichen',
    'Keine einfachen Muster verwenden',
  ]);
});

test.each([
  ['eleven characters [AUT-41, CON-31, ERR-006]', 'Abcdefgh-12', 'Mindestens 12 Zeichen'],
  ['no upper-case letter [AUT-42, ERR-007]', 'gut-gewaehlt-26', 'Mindestens ein Grossbuchstabe'],
  ['no lower-case letter [AUT-43, ERR-008]', 'GUT-GEWAEHLT-26', 'Mindestens ein Kleinbuchstabe'],
  ['no digit [AUT-44, ERR-009]', 'Gut-Gewaehlt-ab', 'Mindestens eine Ziffer'],
  ['no special character [AUT-45, ERR-010]', 'GutGewaehlt2026', 'Mindestens ein Sonderzeichen'],
  [
    'a letter with a separate accent is no special character [AUT-45]',
    'GutGewa\u0308hlt2026',
    'Mindestens ein Sonderzeichen',
  ],
  ['a space [AUT-46, ERR-011]', 'Gut Gewaehlt-26', 'Keine Leerzeichen erlaubt'],
  ['a tab [AUT-46]', 'Gut\tGewaehlt-26', 'Keine Leerzeichen erlaubt'],
  ['a no-break space [AUT-46]', 'Gut\u00a0Gewaehlt-26', 'Keine Leerzeichen erlaubt'],
  [
    'three equal characters in a row [AUT-47, CON-33, ERR-012]',
    'Guttt-Gewaehlt-26',
    'Keine sich wiederholenden Zeichen',
  ],
  [
    'the word password, in any case [AUT-48, ERR-013]',
    'Gut-pAssWord-26',
    'Keine einfachen Muster verwenden',
  ],
  ['the digits 123456 [AUT-48]', 'Gut-Gewaehlt-123456', 'Keine einfachen Muster verwenden'],
  ['the word qwerty [AUT-48]', 'Gut-Qwerty-2026', 'Keine einfachen Muster verwenden'],
  ['nothing at all [AUT-41]', '', 'Passwort ist erforderlich.'],
  ['129 characters [AUT-41]', `${GOOD}${'Aa'.repeat(57)}`, 'Maximal 128 Zeichen erlaubt'],
  ['a control character [AUT-41]', `${GOOD}\u0000`, 'Ungültiges Format'],
  ['half an emoji [AUT-41]', `${GOOD}\ud83d`, 'Ungültiges Format'],
])('%s is refused', (_title, password, message) => {
  expect(passwordProblem(password)).toBe(message);
});

test('twelve characters and two equal ones are enough, 128 are allowed [AUT-41, AUT-47, CON-31, CON-33]', () => {
  expect(passwordProblem('Abcdefghh-12')).toBeNull();
  expect(passwordProblem(`${GOOD}${'Aa'.repeat(56)}x`)).toBeNull();
  expect(passwordProblem('Ünüblich-2026😀')).toBeNull();
});

test('the message is always that of the first unmet rule [AUT-41, AUT-49]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (password) => {
      const first = PASSWORD_RULES.find((rule) => !rule.met(password));
      if (first) expect(passwordProblem(password)).toBe(first.text);
    }),
  );
});

test.each([
  ['nothing [AUT-50, CON-34]', '', 0, 'schwach'],
  ['three rules [AUT-50, CON-34]', '  aa', 3, 'schwach'],
  ['four rules [AUT-51, CON-34]', 'ab', 4, 'mittel'],
  ['six rules [AUT-51, CON-34]', 'aB1', 6, 'mittel'],
  ['seven rules [AUT-52, CON-34]', 'aB1-', 7, 'stark'],
  ['eight rules [AUT-52, CON-34]', GOOD, 8, 'stark'],
])('%s', (_title, password, met, strength) => {
  expect(PASSWORD_RULES.filter((rule) => rule.met(password))).toHaveLength(met);
  expect(passwordStrength(password)).toBe(strength);
});

test('the confirmation [AUT-53, AUT-54, AUT-55, ERR-016, ERR-017, ERR-018]', () => {
  expect(confirmationProblem(GOOD, '')).toBe('Passwortbestätigung ist erforderlich.');
  expect(confirmationProblem('', '')).toBe('Passwortbestätigung ist erforderlich.');
  expect(confirmationProblem('', GOOD)).toBe('Bitte gib zuerst ein Passwort ein.');
  expect(confirmationProblem(GOOD, `${GOOD} `)).toBe('Die Passwörter stimmen nicht überein.');
  expect(confirmationProblem(GOOD, GOOD)).toBeNull();
});

test('an e-mail address is required [AUT-34, ERR-001]', () => {
  for (const empty of ['', '   ', '\n'])
    expect(emailProblem(empty)).toBe('E-Mail-Adresse ist erforderlich.');
});

test.each(['a.b+c%d@x-y.ch', 'a@b.ch', 'A_1-b@sub.domain.museum', `${'a'.repeat(64)}@example.ch`])(
  '%s is accepted [AUT-35, CON-36]',
  (email) => {
    expect(emailProblem(email)).toBeNull();
  },
);

test.each([
  ...[
    'a@b.c',
    'a@b',
    '@b.ch',
    'a@',
    'a b@c.ch',
    'a@b..ch',
    'a@-b.ch',
    'a@b-.ch',
    'a@b.ch.',
    'a@b.c1',
    'ä@b.ch',
    'a@bä.ch',
  ],
  ...[
    'a@b.ch,c@d.ch',
    'a@b.ch\r\nBcc: c@d.ch',
    '"a b"@c.ch',
    'a@[127.0.0.1]',
    'a(x)@b.ch',
    'a@@b.ch',
    'a@b.ch\u0000',
    '<a@b.ch>',
  ],
  ...[`${'a'.repeat(65)}@b.ch`, `a@${'b'.repeat(64)}.ch`, `a@${'b.'.repeat(130)}ch`],
])('%j is refused [AUT-35, CON-36, ERR-002]', (email) => {
  expect(emailProblem(email)).toBe('Bitte gib eine gültige E-Mail-Adresse ein.');
});

test('an address is kept in lower case and without blanks around it [AUT-35]', () => {
  expect(tidyEmail('  Lena@Beispiel.CH\n')).toBe('lena@beispiel.ch');
});

test.each([
  [
    'temporary',
    'tempmail.com temp-mail.org tempmail.net temp-mail.io tempmailo.com tempinbox.com temporarymail.com temporary-mail.net',
  ],
  [
    'temporary',
    'tempmailaddress.com tempemail.co tmpmail.org mytemp.email mail-temp.com tempr.email tempail.com emailtemporanea.com',
  ],
  [
    'disposable',
    'throwawaymail.com throw-away-mail.de throwam.com fakeinbox.com wegwerfmail.de wegwerf-email.net einwegmail.ch',
  ],
  [
    '10 minutes',
    '10minutemail.com 10minutemail.net 10minmail.de 20minutemail.it 30minutemail.com minutemail.org minuteinbox.com',
  ],
  [
    'guerrilla',
    'guerrillamail.com guerrillamail.de guerillamail.org guerrillamailblock.com sharklasers.com grr.la',
  ],
  ['yop', 'yopmail.com yopmail.fr yop-mail.net cool.fr.nf jetable.fr.nf'],
  [
    'trash',
    'trashmail.com trash-mail.com trashmail.de mytrashmail.com trash2mail.com mailtrash.net kurzepost.de',
  ],
  [
    'disposable',
    'disposable.com disposablemail.com disposable-email.ml dispostable.com disposeamail.com',
  ],
  ['mailinator', 'mailinator.com mailinator2.com x.mailinator.com notmailinator.com sogetthis.com'],
  ['spamgourmet', 'spamgourmet.com spamgourmet.net antichef.com neverbox.com recursor.net'],
])('the family %s is refused: %s [AUT-36, AUT-37, AUT-38, ERR-003]', (_family, domains) => {
  for (const domain of domains.split(' ')) {
    expect(emailProblem(`lena@${domain}`), domain).toBe(
      'Bitte verwende keine temporäre E-Mail-Adresse.',
    );
    expect(emailProblem(`lena@${domain.toUpperCase()}`), domain).toBe(
      'Bitte verwende keine temporäre E-Mail-Adresse.',
    );
  }
});

test.each([
  [
    'mail providers',
    'gmail.com googlemail.com outlook.com hotmail.com bluewin.ch gmx.ch web.de proton.me protonmail.com pm.me tutanota.com',
  ],
  [
    'alias services',
    'simplelogin.com simplelogin.co aleeas.com slmail.me addy.io anonaddy.com anonaddy.me duck.com mozmail.com',
  ],
  [
    'alias services',
    'privaterelay.appleid.com icloud.com me.com fastmail.com hey.com posteo.de mailbox.org',
  ],
  [
    'words that hold temp',
    'contemporary.ch templin.de tempelhof.de attempt.ch tempo.ch temporaer.ch temporary-staffing.ch tempest.ch',
  ],
  ['words that hold temp', 'temp-job.ch temps.ch letemps.ch tempelmail-verein.ch contempomail.ch'],
  [
    'newspapers and minutes',
    '20min.ch 20minuten.ch 20minutes.fr 10minuten.ch 2010minster.ch minister.ch minimail-shop.ch',
  ],
  [
    'other honest names',
    'trash-metal.ch trashhero.ch disposable-gloves.ch fakenews.ch burnerking.ch yoploait.ch guerrillagarden.ch',
  ],
  [
    'other honest names',
    'einmalig.ch einmal.ch fake.ch burner.ch einweggeschirr.ch wegwerf-stopp.ch minutemann.ch emailshop.ch mail.ch inbox.ch',
  ],
])('honest domains stay welcome, %s: %s [AUT-36, AUT-38]', (_kind, domains) => {
  for (const domain of domains.split(' ')) expect(isDisposable(domain), domain).toBe(false);
});

test('a username is required [AUT-30, AUT-33]', () => {
  expect(usernameProblem(tidyUsername('   '))).toBe('Benutzername ist erforderlich.');
});

test('a username has four to eighty characters [AUT-31, CON-35, ERR-015]', () => {
  expect(usernameProblem('abc')).toBe('Der Benutzername muss mindestens 4 Zeichen lang sein.');
  expect(usernameProblem(tidyUsername(' abc '))).toBe(
    'Der Benutzername muss mindestens 4 Zeichen lang sein.',
  );
  expect(usernameProblem('abcd')).toBeNull();
  expect(usernameProblem('a'.repeat(80))).toBeNull();
  expect(usernameProblem('a'.repeat(81))).toBe('Maximal 80 Zeichen erlaubt');
});

test('a username holds letters, digits, underscore, hyphen and space only [AUT-32, AUT-33]', () => {
  for (const name of ['ab_c-d 1', 'Zoë'.replace('ë', 'e1'), 'Bärbel', 'GRÖSSE', 'Weiß'])
    expect(usernameProblem(name)).toBeNull();
  const hostile = [
    'ab.cd',
    'ab!cd',
    'ab<b>cd',
    'Лена1',
    '名前名前',
    'ab\u0000cd',
    'ab\u202ecd',
    'ab\ud800cd',
    'ab\u200dcd',
    "ab'cd",
    'ab😀cd',
  ];
  for (const name of hostile)
    expect(usernameProblem(tidyUsername(name)), JSON.stringify(name)).toBe(
      'Nur Buchstaben, Ziffern, Leerzeichen, _ und - sind erlaubt.',
    );
});

test('any name that passes survives tidying unchanged and has only the allowed characters [AUT-32]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 90 }), (typed) => {
      const name = tidyUsername(typed);
      expect(tidyUsername(name)).toBe(name);
      if (usernameProblem(name) === null) expect(name).toMatch(/^[\p{L}\p{N}_ -]{4,80}$/u);
    }),
  );
});

test.each([
  ['Rnax Muster', 'max-muster'],
  ['O0O0', 'oooo'],
  ['Il1l', 'llll'],
  ['Lena', 'lena'],
  ['L e n a', 'Lena'],
  ['vvolke', 'Wolke'],
  ['Weiss', 'Weiß'],
  ['Ｌｅｎａ', 'Lena'],
])('%s and %s look alike and share a key [AUT-30]', (left, right) => {
  expect(usernameKey(left)).toBe(usernameKey(right));
});

test('different names have different keys [AUT-30]', () => {
  expect(usernameKey('Lena 1')).not.toBe(usernameKey('Lena 2'));
  expect(usernameKey('Marina')).not.toBe(usernameKey('Martina'));
});

test.each([
  ...['', ' ', '0', 'abc', '-1', '101', '100.01', '0x10', '1e1', '5%', '1,5', 'NaN', 'Infinity'],
  ...[
    null,
    undefined,
    true,
    false,
    [],
    [5],
    {},
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    101,
    100.0001,
  ],
])('%j is no discount [HOM-23]', (value) => {
  expect(discountPercent(value)).toBe(0);
});

test('a number from 0 to 100 is the discount [HOM-23]', () => {
  for (const value of [1, 12.5, 100]) {
    expect(discountPercent(value)).toBe(value);
    expect(discountPercent(` ${value} `)).toBe(value);
  }
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(discountPercent(value)).toBeGreaterThanOrEqual(0);
      expect(discountPercent(value)).toBeLessThanOrEqual(100);
    }),
  );
});

test.each([
  ...[
    ['0', 0],
    ['0.0', 0],
    ['0.1', 0.1],
    ['12', 12],
    ['12.5', 12.5],
    ['99.9', 99.9],
    ['100', 100],
    ['100.0', 100],
  ],
  ...['100.1', '101', '12.55', '12,5', '.5', '5.', '-1', '+1', '1e1', '', ' 5', '5 %'].map(
    (text) => [text, null],
  ),
] as [string, number | null][])(
  'a personal discount of "%s" percent may be set as %s [FIX-12]',
  (text, percent) => {
    expect(discountOf(text)).toBe(percent);
  },
);

test('a personal discount may have decimals [X-09]', () => {
  expect([discountPercent('12.55'), discountPercent('0'), discountPercent('100.5')]).toEqual([
    12.55, 0, 0,
  ]);
});

test('an address has at most 254 characters [AUT-35]', () => {
  const address = (last: number) =>
    `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(last)}.ch`;
  expect([address(58).length, emailProblem(address(58))]).toEqual([254, null]);
  expect(emailProblem(address(59))).toBe('Bitte gib eine gültige E-Mail-Adresse ein.');
});

test('white space within a name becomes one blank [AUT-32]', () => {
  expect(tidyUsername(' Lena \t  Linde ')).toBe('Lena Linde');
});
