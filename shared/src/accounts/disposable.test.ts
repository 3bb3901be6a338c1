import { expect, test } from 'vitest';
import { isDisposable } from './disposable.ts';

/** Names of each family, as they are and with what may stand around them. */
const FAMILIES = {
  temporary: [
    ...[
      'tempmail',
      'tempmails',
      'tempemail',
      'tmpmail12',
      'temp-mail',
      'mytemporaryinbox',
      'webtempmailer',
    ],
    ...[
      'mailtempmail',
      'emailtempmail',
      'tempmailaddress',
      'tempemailaddress',
      'tempmailadresse',
      'tempemailadresse',
    ],
    ...['mailtemp', 'emailtemp', 'inboxtmp', 'mymailtemporary3', 'tempr', 'tempail9'],
  ],
  throwaway: [
    ...[
      'throwaway',
      'throwaway9',
      'mythrowaway',
      'throwawaymail',
      'throwawayemail',
      'throwawaymailaddress',
    ],
    ...['throwawayemailaddress', 'throwawaymailbox', 'throwam'],
  ],
  'used once': [
    ...[
      'wegwerfmail',
      'wegwerfemail',
      'wegwerf-mails',
      'fakemailaddress',
      'fakeemailaddress',
      'einwegadresse',
    ],
    ...[
      'einwegadressen',
      'einmalmailadresse',
      'einmalemailadresse',
      'burnerinbox',
      'getburnermail9',
    ],
  ],
  minutes: [
    ...[
      '10minutemail',
      '10minutemail5',
      'minmail',
      'minutemail',
      'mytenminutemail',
      '20minutesmail',
      '5minutenmail',
    ],
    ...['sixtyminutemailbox', '100minuteinbox', '10minemail', '10minut'],
  ],
  guerrilla: [
    ...[
      'guerrillamail',
      'guerillamail',
      'guerrilamail',
      'guerrillaemail',
      'guerrillamailblock',
      'guerrillamails',
    ],
  ],
  yop: ['yopmail', 'yopemail', 'myyopmail', 'yopmail2'],
  trash: [
    ...[
      'trashmail',
      'trash-mail',
      'trashymail',
      'trash2mail',
      'mytrashdevil',
      'trashmails',
      'trashemail3',
    ],
    ...['mailtrash', 'emailtrash', 'inboxtrash', 'spamtrash1'],
  ],
  disposable: [
    ...[
      'disposable',
      'mydisposable',
      'disposeablemail',
      'disposableemail',
      'disposablemailaddress',
      'disposea',
    ],
    ...[
      'disposableemailaddress',
      'disposableemailaddresses',
      'disposableaddress',
      'disposableaddresses',
    ],
    ...['dispostable9', 'disposablemails', 'disposableinbox'],
  ],
};

test.each(
  Object.entries(FAMILIES).flatMap(([family, names]) =>
    names.map((name) => [family, name] as const),
  ),
)('%s: %s is disposable, and no longer with letters around it [AUT-37]', (_family, name) => {
  expect(isDisposable(`${name}.com`)).toBe(true);
  expect(isDisposable(`MX.${name.toUpperCase()}.com`)).toBe(true);
  expect(isDisposable(`zz${name}.com`)).toBe(false);
  expect(isDisposable(`${name}zz.com`)).toBe(false);
});

test.each(['mailinator', 'xmailinatorx', 'spamgourmet2'])(
  '%s anywhere in a name is disposable [AUT-37]',
  (name) => {
    expect(isDisposable(`${name}.com`)).toBe(true);
  },
);

test.each([
  ...[
    '20minuten.ch',
    '1000minutemail.ch',
    '10minutexmail.ch',
    'contemporary.ch',
    'temp.ch',
    'wegwerf.ch',
  ],
  ...['yahoo.com', 'trash.ch', 'example.trashmail', ''],
])('%j is not disposable [AUT-37]', (domain) => {
  expect(isDisposable(domain)).toBe(false);
});

test('a domain of the same services is disposable, and so are those below it [AUT-37]', () => {
  expect(['moakt.com', 'mx.moakt.com', 'a.b.MOAKT.com'].map(isDisposable)).toEqual([
    true,
    true,
    true,
  ]);
  // The first and the last of the list.
  expect(['temp.email', 'xoxy.net'].map(isDisposable)).toEqual([true, true]);
  expect(['moakt.com.ch', 'xmoakt.com', 'com'].map(isDisposable)).toEqual([false, false, false]);
});
