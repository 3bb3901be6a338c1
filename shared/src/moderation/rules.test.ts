import { expect, test } from 'vitest';
import { FORBIDDEN_OFFER_TEXT, offersForbidden } from './rules.ts';

test.each([
  ...['AO', 'ao!!!', 'A.O.', 'a o', 'A-O', 'a/o', 'A0', 'A\u200bO', 'ich biete AO an', 'AO-Service', 'aoservice'],
  ...['ohne Kondom', 'OHNE GUMMI', 'ohne Präservativ', 'ohne Praeservativ', 'ohne Verhütung', 'ohne ein Kondom'],
  ...['Sex ohne Kondom möglich', 'kondomlos', 'ohne Schutz', 'ungeschützter Verkehr', 'ungeschuetzt moeglich'],
  ...['alles ohne', 'Ich mache alles ohne.', 'Verkehr ohne!'],
  ...['o h n e  k o n d o m', 'O H N E Kondom', 'o.h.n.e Gummi', 'ohne.Kondom', 'ohne-Kondom', 'ohne Kon dom'],
  ...['ohnekondom', 'ohne  Gummmi', '0hne K0ndom', 'оhne Kondom', 'ohne\nGummi', 'ｏｈｎｅ Kondom'],
  ...['without condom', 'no condom', 'bareback', 'sans capote', 'senza preservativo', 'sin condón'],
  ...['ohne Kondom kein Problem', 'warum nicht ohne Kondom', 'ohne Kondom, nicht teuer', 'AO ist kein Tabu'],
  ...['Ich nehme nicht jeden. Ohne Kondom geht auch.', 'nicht nur mit, auch ohne Kondom', 'Kein Stress, AO möglich'],
  ...['AO ist bei mir nicht verboten', 'Keine Tabus: AO'],
])('INS-51 EDI-06 "%s" is a forbidden offer', (text) => {
  expect(offersForbidden(text)).toBe(true);
  expect(offersForbidden(`Ich freue mich auf dich.\n${text}`)).toBe(true);
});

test.each([
  ...['', 'Hallo', 'Chao', 'Ciao Tao', 'Laos', 'Macao', 'Kakao', 'das A und O', 'A&O Hostel', 'Ao Nang', 'áo dài'],
  ...['ohne Voranmeldung', 'ohne Anmeldung', 'ohne Vorkasse', 'ohne Parfum, ohne Rauch', 'ohne Make-up'],
  ...['ohne Gummibärchen', 'ohne Schutz vor Regen', 'ungeschützter Parkplatz', 'Verkehr ohne Stau', 'z. B. am See'],
  ...['Alles ohne Zeitdruck', 'Sex ohne Verpflichtung', 'safer Sex', 'sin problema'],
  ...['nur mit Kondom', 'Immer mit Kondom', 'Kondom Pflicht', 'mit Kondom oder gar nicht', 'ohne Stress mit Kondom'],
  ...['ohne Stress, Kondom ist Pflicht', 'Termine ohne Hektik. Kondome sind da.', 'Oh, ne Kondom ist Pflicht'],
  ...['Ich wohne. Gummi habe ich immer dabei'],
  ...['ohne Kondom niemals', 'nie ohne Kondom', 'nicht ohne Gummi', 'kein Sex ohne Kondom', 'Ohne Kondom geht nichts'],
  ...[
    'kein Sex ohne Kondom möglich',
    'Ohne Kondom läuft bei mir nichts',
    'no sex without condom',
    'jamais sans capote',
  ],
  ...['Wer ohne Kondom möchte, soll bitte nicht anrufen', 'Bitte keine Anfragen für Sex ohne Kondom'],
  ...['Kein AO', 'kein AO, kein Stress', 'AO? Nein', 'AO mache ich nicht', 'AO ist tabu', 'AO lehne ich ab'],
  ...['AO nicht möglich', 'Tabus: AO, ohne Kondom'],
])('INS-51 "%s" is no forbidden offer', (text) => {
  expect(offersForbidden(text)).toBe(false);
});

test('INS-51 the message says why, in neutral words', () => {
  expect(FORBIDDEN_OFFER_TEXT).toContain('nicht erlaubt');
});

test('INS-51 a long text without an end is judged at once', () => {
  const started = Date.now();
  offersForbidden('a '.repeat(2500));
  offersForbidden('ohne ohne kon '.repeat(360));
  offersForbidden('a.'.repeat(2500));
  expect(Date.now() - started).toBeLessThan(500);
});
