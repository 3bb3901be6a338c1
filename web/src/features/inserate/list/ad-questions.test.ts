import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { deletionTexts } from '@samtrot/shared/refunds/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { expect, test, vi } from 'vitest';
import { AD_DIALOG_TYPES, type AdDialogType, questionOf as questionAt } from './ad-questions.ts';
import { sampleInserat } from './sample.ts';

const questionOf = (type: AdDialogType, ad: Inserat, named?: number) =>
  questionAt(PRICES, type, ad, named);

const paid = {
  package: '3_days',
  regions: 3,
  categories: 3,
  images: 10,
  dailyPushes: 1,
  datedPushes: 1,
  planned: true,
  topAd: true,
  colour: true,
  story: false,
} as const satisfies Inserat['paid'];
const premium = (given: Partial<Inserat> = {}) =>
  sampleInserat({ inserat_typ: '3_days', paid, ...given });
const image = {
  url: '/b/1',
  variants: {},
  width: 1,
  height: 1,
  placeholder: '',
  name: '',
  attachment_id: 1,
  cloudflare_id: '',
  mainImage: true,
  sortName: '',
  rating: 'erotisch' as const,
  waiting: false,
  replaces: false,
  base64ImageString: '' as const,
};

test('the questions of the specification [INS-18, INS-19, INS-20, INS-21, INS-22, INS-23, INS-24, INS-25, INS-26, INS-27, INS-28, INS-29]', () => {
  expect([...AD_DIALOG_TYPES].sort()).toEqual(
    [
      ...[
        'AD_EDIT',
        'AD_DELETE',
        'AD_DUPLICATE',
        'AD_HIDE',
        'AD_COLOR',
        'AD_TOP',
        'AD_PUSH',
        'AD_STORY',
      ],
      ...['AD_ACTIVATE', 'AD_REACTIVATE', 'AD_AUTO_REACTIVATE_ON', 'AD_AUTO_REACTIVATE_OFF'],
    ].sort(),
  );
  const ad = premium({ ID: 12, titel: 'Ruhige Abende', imageSources: [image] });
  for (const type of nonEmpty(AD_DIALOG_TYPES)) {
    const { title, about, text, act, safe } = questionOf(type, ad);
    expect([about, questionOf(type, { ...ad, titel: '' }).about], type).toEqual([
      '«Ruhige Abende», Nr. 12',
      'Nr. 12',
    ]);
    expect(title, type).toMatch(/\?$/);
    expect(text, type).toMatch(/\.$/);
    expect([act, safe], type).not.toContainEqual(expect.stringMatching(/^(OK|Ja|Nein)$/i));
    expect(`${title}${text}${act}`, type).not.toContain('ß');
  }
});

test.each([
  ['AD_PUSH', 'Push buchen für 5 Credits', 5],
  ['AD_COLOR', 'Farbe buchen für 20 Credits', 20],
  ['AD_TOP', 'TopAd buchen für 80 Credits', 80],
  ['AD_STORY', 'Story buchen für 10 Credits', 10],
  ['AD_REACTIVATE', 'Reaktivieren für 25 Credits', 25],
] as const)('%s names act and price [INS-31, INS-39]', (type, act, price) => {
  expect(questionOf(type, premium({ imageSources: [image], renewal_price: 25 }))).toMatchObject({
    act,
    price,
  });
});

test.each([
  'AD_EDIT',
  'AD_DUPLICATE',
  'AD_HIDE',
  'AD_ACTIVATE',
  'AD_DELETE',
  'AD_AUTO_REACTIVATE_ON',
] as const)('%s costs nothing now [INS-35, INS-36, INS-40]', (type: AdDialogType) => {
  expect(questionOf(type, premium()).price).toBe(0);
});

test('only of an ad that visitors see the question names them [INS-18]', () => {
  const text = (inserat_status: Inserat['inserat_status']) =>
    questionOf('AD_EDIT', premium({ inserat_status })).text;
  expect(text('aktiv')).toContain('Für Besucher ändert sich erst etwas');
  expect(text('entwurf')).toBe('Das Inserat öffnet sich im Editor.');
});

test('a free ad is reactivated for free; a price of the server replaces that of the list [INS-39]', () => {
  expect(questionOf('AD_REACTIVATE', sampleInserat({ renewal_price: 0 }))).toMatchObject({
    act: 'Kostenlos reaktivieren',
    price: 0,
  });
  expect(questionOf('AD_REACTIVATE', premium({ renewal_price: 25 }), 30)).toMatchObject({
    act: 'Reaktivieren für 30 Credits',
    price: 30,
  });
  expect(questionOf('AD_COLOR', premium(), 25)).toMatchObject({
    act: 'Farbe buchen für 25 Credits',
    price: 25,
  });
});

test('deleting a planned ad shows the refund that the server computed [INS-37]', () => {
  const planned = premium({ inserat_status: 'geplant', planned_refund: 215 });
  expect(questionOf('AD_DELETE', planned).refund).toEqual(
    expect.objectContaining({ atLeast: 215, more: false }),
  );
  expect(questionOf('AD_DELETE', planned).text).toContain('215 Credits');
});

test('deleting a running ad refunds later pushes and missed hours, or states no refund [INS-37, FIX-40]', () => {
  const without = { paid: { ...premium().paid!, topAd: false, story: false } };
  const pushes = { next_push_at: '2026-11-22T11:00:00.000Z' };
  const asked = (given: Partial<Inserat>) => questionOf('AD_DELETE', premium(given));
  expect(asked({ ...without, ...pushes }).refund).toMatchObject({ atLeast: 0, more: true });
  expect(asked({ ...without, ...pushes }).text).toContain(deletionTexts.pushes);
  expect(asked(pushes).text).toContain(deletionTexts.both);
  expect([asked({}).text, asked({}).refund]).toMatchObject([
    expect.stringContaining(deletionTexts.hours),
    { more: true },
  ]);
  expect([asked(without).text, asked(without).refund]).toMatchObject([
    expect.stringContaining(deletionTexts.nothing),
    { more: false },
  ]);
  const over = { inserat_status: 'abgelaufen', paid: null, top_ad_enabled: true } as const;
  expect(asked(over).text).toContain(deletionTexts.hours);
  const draft = questionOf('AD_DELETE', sampleInserat({ inserat_status: 'entwurf' }));
  expect(draft.text).toBe(
    'Texte und Bilder werden gelöscht. Gleich danach kannst du es rückgängig machen.',
  );
  expect(draft).toMatchObject({ safe: 'Behalten', act: 'Löschen', danger: true });
});

test('a booked colour, a story without picture or title: the question states why not [INS-22, INS-25]', () => {
  expect(questionOf('AD_COLOR', premium({ inserat_farbe: true }))).toMatchObject({
    act: null,
    safe: 'Schliessen',
  });
  expect(questionOf('AD_STORY', premium())).toMatchObject({
    act: 'Bilder hinzufügen',
    toEditor: true,
    price: 0,
  });
  const untitled = premium({ imageSources: [image], story_title: '' });
  expect(questionOf('AD_STORY', untitled)).toMatchObject({
    act: 'Titel eingeben',
    toEditor: true,
    price: 0,
  });
});

const offer = { hours: 24, price: 80, until: '2026-11-23T11:00:00.000Z', renewing: null };

test('an extension adds 24 hours, and the question shows the real end [INS-23, INS-25, FIX-05]', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T11:00:00.000Z') });
  const booked = premium({
    inserat_topad: true,
    topad_until: '2026-11-22T11:00:00.000Z',
    topad_offer: offer,
  });
  expect(questionOf('AD_TOP', booked)).toMatchObject({
    act: 'TopAd verlängern für 80 Credits',
    text: 'TopAd läuft bis 22.11., 12:00 und dann 24 Stunden länger, bis 23.11., 12:00.',
  });
  const planned = premium({
    inserat_status: 'geplant',
    start_zeit: '01.12.2026 10:00',
    topad_offer: offer,
  });
  expect(questionOf('AD_TOP', planned).text).toBe(
    'Ab dem Start am 01.12.2026, 10:00 steht dein Inserat 24 Stunden lang über allen anderen, bis 23.11., 12:00.',
  );
  const renewed = premium({
    end_at: '2026-11-22T16:51:00.000Z',
    renewal_price: 25,
    topad_offer: offer,
  });
  expect(questionOf('AD_TOP', renewed).text).toBe(
    'Ab jetzt steht dein Inserat 24 Stunden lang über allen anderen, bis 23.11., 12:00. Am 22.11., 17:51 wird es für 25 Credits neu gebucht. Reicht dein Guthaben dann nicht, bekommst du zurück, was nicht läuft.',
  );
  // What begins now ends later than it was to end when the page was loaded.
  vi.setSystemTime('2026-11-22T11:20:00.000Z');
  expect(questionOf('AD_TOP', renewed).text).toContain('über allen anderen, bis 23.11., 12:20.');
  expect(questionOf('AD_TOP', booked).text).toContain('24 Stunden länger, bis 23.11., 12:00.');
  expect(questionOf('AD_TOP', planned).text).toContain('über allen anderen, bis 23.11., 12:00.');
  vi.useRealTimers();
});

test('with less than 24 hours left the question has two ways, of a free ad one [EXP-61, FIX-05]', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T08:51:00.000Z') });
  const end_at = '2026-11-22T16:51:00.000Z';
  const short = { hours: 8, price: 27, until: end_at };
  const renewing = { price: 80, until: '2026-11-23T08:51:00.000Z' };
  const two = questionOf(
    'AD_TOP',
    premium({ end_at, renewal_price: 25, topad_offer: { ...short, renewing } }),
  );
  expect(two.text).toMatch(
    /^Dein Inserat läuft um 17:51 ab\. TopAd läuft dann nur 8 statt 24 Stunden\. /,
  );
  expect(two).toMatchObject({
    act: 'Automatisch reaktivieren, 80 Credits',
    price: 80,
    way: 'renew',
    other: { act: '8 Stunden für 27 Credits', price: 27, way: 'rest' },
    costs: [
      { label: '24 Stunden', note: 'bis 23.11., 09:51', amount: '80 Credits' },
      { label: '8 Stunden', note: 'bis zum Ende am 22.11., 17:51', amount: '27 Credits' },
    ],
  });
  expect(two.text).toContain('Am 22.11., 17:51 wird es für 25 Credits neu gebucht.');
  const free = questionOf(
    'AD_TOP',
    sampleInserat({ end_at, topad_offer: { ...short, renewing: null } }),
  );
  expect(free).toMatchObject({
    act: '8 Stunden für 27 Credits',
    price: 27,
    way: 'rest',
    text: 'Dein Inserat läuft um 17:51 ab. TopAd läuft dann nur 8 statt 24 Stunden.',
  });
  expect(free.other).toBeUndefined();
  const story_offer = { hours: 1, price: 1, until: end_at, renewing: null };
  expect(
    questionOf('AD_STORY', sampleInserat({ end_at, imageSources: [image], story_offer })),
  ).toMatchObject({
    act: '1 Stunde für 1 Credit',
    text: expect.stringContaining('Die Story läuft dann nur 1 statt 24 Stunden.'),
  });
  vi.useRealTimers();
});

test('minutes after placing both ways show their real ends, the one of tomorrow with its date [EXP-61, FIX-05]', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T11:04:00.000Z') });
  const end_at = '2026-11-23T11:00:20.000Z';
  const topad_offer = {
    hours: 23,
    price: 77,
    until: end_at,
    renewing: { price: 80, until: '2026-11-23T11:00:30.000Z' },
  };
  const { text, costs } = questionOf('AD_TOP', premium({ end_at, renewal_price: 25, topad_offer }));
  expect(text).toMatch(
    /^Dein Inserat läuft am 23\.11\., 12:00 ab\. TopAd läuft dann nur 23 statt 24 Stunden\. /,
  );
  expect(costs!.map(({ label, note }) => `${label} ${note}`)).toEqual([
    '24 Stunden bis 23.11., 12:04',
    '23 Stunden bis zum Ende am 23.11., 12:00',
  ]);
  vi.useRealTimers();
});

test('what does not fit any more is not offered, with the text of the server [EXP-60]', () => {
  const none = { hours: 0, price: 0, until: '2026-11-28T19:00:00.000Z', renewing: null };
  const topad_until = '2026-11-28T19:00:00.000Z';
  expect(questionOf('AD_TOP', premium({ topad_until, topad_offer: none }))).toMatchObject({
    act: null,
    safe: 'Schliessen',
    text: 'TopAd läuft schon bis 28.11., 20:00. Mehr passt nicht in die Laufzeit.',
  });
  expect(questionOf('AD_TOP', premium({ topad_offer: none })).text).toBe(
    'Die Laufzeit reicht nicht mehr für TopAd.',
  );
});

test('hiding shows what happens to the run [INS-44]', () => {
  expect(questionOf('AD_HIDE', premium({ hidden_days_left: 30 })).text).toContain(
    'noch höchstens 30 Tage',
  );
  expect(questionOf('AD_HIDE', premium({ hidden_days_left: 1 })).text).toContain(
    'noch höchstens 1 Tag.',
  );
  expect(questionOf('AD_HIDE', premium({ hidden_days_left: 0 })).text).toContain(
    'Die Laufzeit läuft weiter.',
  );
  expect(questionOf('AD_HIDE', sampleInserat({ hidden_days_left: 0 })).text).toContain(
    'Die Laufzeit läuft weiter.',
  );
  expect(
    questionOf(
      'AD_HIDE',
      premium({ hidden_days_left: 9, inserat_topad: true, inserat_story: true }),
    ).text,
  ).toContain('TopAd und Story laufen weiter.');
});

test('starting now refunds the dated pushes after the new end [INS-26, INS-38]', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T11:00:00.000Z') });
  const planned = (...slots: [string, string][]) =>
    questionOf(
      'AD_ACTIVATE',
      premium({
        inserat_status: 'geplant',
        date_time_pushes: slots.map(([date, time]) => ({ date, time })),
      }),
    );
  expect(planned(['2026-11-24', '11:59']).refund).toMatchObject({ atLeast: 0 });
  expect(planned(['2026-11-24', '12:01'], ['2026-12-01', '09:00'])).toMatchObject({
    refund: { atLeast: 10, more: false },
    text: expect.stringContaining('Pushes nach dem neuen Ende bekommst du zurück.'),
  });
  vi.useRealTimers();
});

test('only what is free and can be undone may be switched off, of every action in every status', () => {
  const statuses = ['entwurf', 'geplant', 'aktiv', 'ausgeblendet', 'abgelaufen'] as const;
  const kinds = AD_DIALOG_TYPES.flatMap((type) =>
    statuses.flatMap((inserat_status) => {
      const of = { inserat_status, ...(inserat_status === 'entwurf' && { paid: null }) };
      const question = questionOf(type, premium({ imageSources: [image], ...of }));
      if (question.kind) expect([question.price, question.refund ?? null]).toEqual([0, null]);
      return question.kind ? [`${type} ${inserat_status}: ${question.kind}`] : [];
    }),
  );
  const always = (type: AdDialogType, kind: string) =>
    statuses.map((of) => `${type} ${of}: ${kind}`);
  expect(kinds.toSorted()).toEqual(
    [
      ...always('AD_EDIT', 'edit'),
      ...always('AD_DUPLICATE', 'duplicate'),
      ...always('AD_HIDE', 'hide'),
      ...always('AD_AUTO_REACTIVATE_OFF', 'renewal_off'),
      'AD_ACTIVATE ausgeblendet: show',
      'AD_DELETE entwurf: delete_draft',
    ].toSorted(),
  );
});
