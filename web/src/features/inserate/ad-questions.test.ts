import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test, vi } from 'vitest';
import { AD_DIALOG_TYPES, type AdDialogType, questionOf } from './ad-questions.ts';
import { sampleInserat } from './sample.ts';

const paid = {
  ...{ package: '3_days', regions: 3, categories: 3, images: 10, dailyPushes: 1, datedPushes: 1 },
  ...{ planned: true, topAd: true, colour: true, story: false },
} as const satisfies Inserat['paid'];
const premium = (given: Partial<Inserat> = {}) => sampleInserat({ inserat_typ: '3_days', paid, ...given });
const image = {
  ...{ url: '/b/1', variants: {}, width: 1, height: 1, placeholder: '', name: '', attachment_id: 1 },
  ...{ cloudflare_id: '', mainImage: true, sortName: '', rating: 'erotisch' as const, base64ImageString: '' as const },
};

test('the questions of the specification [INS-18, INS-19, INS-20, INS-21, INS-22, INS-23, INS-24, INS-25, INS-26, INS-27, INS-28, INS-29]', () => {
  expect([...AD_DIALOG_TYPES].sort()).toEqual(
    [
      ...['AD_EDIT', 'AD_DELETE', 'AD_DUPLICATE', 'AD_HIDE', 'AD_COLOR', 'AD_TOP', 'AD_PUSH', 'AD_STORY'],
      ...['AD_ACTIVATE', 'AD_REACTIVATE', 'AD_AUTO_REACTIVATE_ON', 'AD_AUTO_REACTIVATE_OFF'],
    ].sort(),
  );
  for (const type of nonEmpty(AD_DIALOG_TYPES)) {
    const { title, text, act, safe } = questionOf(type, premium({ imageSources: [image] }));
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
  expect(questionOf(type, premium({ imageSources: [image], renewal_price: 25 }))).toMatchObject({ act, price });
});

test.each(['AD_EDIT', 'AD_DUPLICATE', 'AD_HIDE', 'AD_ACTIVATE', 'AD_DELETE', 'AD_AUTO_REACTIVATE_ON'] as const)(
  '%s costs nothing now [INS-35, INS-36, INS-40]',
  (type: AdDialogType) => {
    expect(questionOf(type, premium()).price).toBe(0);
  },
);

test('a free ad comes back for nothing; a price of the server replaces that of the list [INS-39]', () => {
  expect(questionOf('AD_REACTIVATE', sampleInserat({ renewal_price: 0 }))).toMatchObject({
    act: 'Kostenlos reaktivieren',
    price: 0,
  });
  expect(questionOf('AD_REACTIVATE', premium({ renewal_price: 25 }), 30)).toMatchObject({
    act: 'Reaktivieren für 30 Credits',
    price: 30,
  });
  expect(questionOf('AD_COLOR', premium(), 25)).toMatchObject({ act: 'Farbe buchen für 25 Credits', price: 25 });
});

test('deleting a planned ad names what the server says comes back [INS-37]', () => {
  const planned = premium({ inserat_status: 'geplant', planned_refund: 215 });
  expect(questionOf('AD_DELETE', planned).refund).toEqual(expect.objectContaining({ atLeast: 215, more: false }));
  expect(questionOf('AD_DELETE', planned).text).toContain('215 Credits');
});

test('deleting what runs gives back pushes that are still to come, and says when nothing comes back [INS-37]', () => {
  const running = premium({ next_push_at: '2026-11-22T11:00:00.000Z' });
  expect(questionOf('AD_DELETE', running).refund).toMatchObject({ atLeast: 0, more: true });
  expect(questionOf('AD_DELETE', premium()).text).toContain('nichts erstattet');
  const draft = questionOf('AD_DELETE', sampleInserat({ inserat_status: 'entwurf' }));
  expect(draft.text).toBe('Texte und Bilder werden endgültig gelöscht.');
  expect(draft).toMatchObject({ safe: 'Behalten', act: 'Löschen', danger: true });
});

test('what cannot be booked says why: a colour that is there, a story without a picture or a title [INS-22, INS-25]', () => {
  expect(questionOf('AD_COLOR', premium({ inserat_farbe: true }))).toMatchObject({ act: null, safe: 'Schliessen' });
  expect(questionOf('AD_STORY', premium())).toMatchObject({ act: 'Bilder hinzufügen', toEditor: true, price: 0 });
  const untitled = premium({ imageSources: [image], story_title: '' });
  expect(questionOf('AD_STORY', untitled)).toMatchObject({ act: 'Titel eingeben', toEditor: true, price: 0 });
});

test('again is 24 hours more [INS-23, INS-25]', () => {
  const booked = premium({ imageSources: [image], inserat_topad: true, topad_until: '2026-11-22T11:00:00.000Z' });
  expect(questionOf('AD_TOP', booked)).toMatchObject({
    act: 'TopAd verlängern für 80 Credits',
    text: 'Dein Inserat ist bis 22.11.2026 12:00 TopAd und bleibt es 24 Stunden länger.',
  });
  expect(questionOf('AD_TOP', premium({ inserat_status: 'geplant', start_zeit: '01.12.2026 10:00' })).text).toContain(
    'Ab dem Start am 01.12.2026 10:00',
  );
});

test('hiding says what the clock does [INS-44]', () => {
  expect(questionOf('AD_HIDE', premium({ hidden_days_left: 30 })).text).toContain('noch höchstens 30 Tage');
  expect(questionOf('AD_HIDE', premium({ hidden_days_left: 1 })).text).toContain('noch höchstens 1 Tag.');
  expect(questionOf('AD_HIDE', premium({ hidden_days_left: 0 })).text).toContain('Die Laufzeit läuft weiter.');
  expect(questionOf('AD_HIDE', sampleInserat({ hidden_days_left: 0 })).text).toContain('Die Laufzeit läuft weiter.');
  expect(
    questionOf('AD_HIDE', premium({ hidden_days_left: 9, inserat_topad: true, inserat_story: true })).text,
  ).toContain('TopAd und Story laufen weiter.');
});

test('starting now gives back the dated pushes behind the new end [INS-26, INS-38]', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T11:00:00.000Z') });
  const planned = (...slots: [string, string][]) =>
    questionOf(
      'AD_ACTIVATE',
      premium({ inserat_status: 'geplant', date_time_pushes: slots.map(([date, time]) => ({ date, time })) }),
    );
  expect(planned(['2026-11-24', '11:59']).refund).toMatchObject({ atLeast: 0 });
  expect(planned(['2026-11-24', '12:01'], ['2026-12-01', '09:00'])).toMatchObject({
    refund: { atLeast: 10, more: false },
    text: expect.stringContaining('Pushes nach dem neuen Ende bekommst du zurück.'),
  });
  vi.useRealTimers();
});
