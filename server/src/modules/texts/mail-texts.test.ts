import * as contract from '@samtrot/shared/texts/staff-contract.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { releasedText } from '../../testing/world/texts.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import { UNSUBSCRIBE } from '../mail/render.ts';
import { enqueueMail, GREETING, greetingOf, NOT_YOU, REPLY_TIME } from '../mail/service.ts';

let world: World;
let owner: Staff;
beforeEach(async () => {
  world = await testWorld();
  owner = await staffOf(world, 'owner');
});
afterEach(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const TO = 'mira@beispiel.ch';
const mailed = async (cause: string) => {
  const button = { label: 'Öffnen', page: '/kontakt' } as const;
  const paragraphs = [GREETING, 'Ein Satz.', REPLY_TIME, NOT_YOU];
  const template = { cause, to: TO, subject: 'Hallo', paragraphs, button };
  await world.db
    .transaction()
    .execute((db) => enqueueMail({ db, now: world.clock.now() }, template, null));
};
const sent = async () => (await world.mails(TO)).at(-1)!;
const drafted = async (text: 'mail_signature' | 'mail_sentences', content: string) => {
  const { version_id } = (await owner.call(contract.draftText, { text })).body;
  const saved = await owner.call(contract.saveText, { version_id, seen: 0, content });
  return { version_id, errors: saved.body.errors };
};

test('mails have the sentences and the signature that are valid when they are sent, as text [BOF-127, BOF-130]', async () => {
  await mailed('before');
  const before = (await sent()).text;
  expect(before).toBe(
    'Guten Tag\n\nEin Satz.\n\nWir antworten dir innerhalb von 24 Stunden.\n\nFalls du das nicht warst, kannst du diese Nachricht löschen.\n\nÖffnen:\nhttp://localhost:3000/kontakt',
  );
  const validFrom = new Date(world.clock.now().getTime() + 60_000);
  const words = 'Grüsse & <3\n{firma}, {telefon}';
  await releasedText(world, 'mail_signature', { words, validFrom });
  world.clock.set(validFrom);
  await mailed('after');
  const after = await sent();
  expect(after.text).toBe(`${before}\n\nGrüsse & <3\nSamtrot Demo GmbH, +41 44 000 00 00`);
  expect(after.html).toContain('Grüsse &amp; &lt;3<br/>Samtrot Demo GmbH, +41 44 000 00 00');
  // The button's address and its sentence stay below it.
  expect(after.html.indexOf('Grüsse')).toBeLessThan(after.html.indexOf('Lässt sich die Schalt'));
  expect(after.html).toContain('href="http://localhost:3000/kontakt"');
});

test('other sentences stand in mails from their date on; links and legal parts stay as they are [BOF-130]', async () => {
  const legal = 'Regel: AGB. Du kannst innert 14 Tagen Einspruch erheben.';
  const send = (cause: string) =>
    world.db.transaction().execute((db) =>
      enqueueMail(
        { db, now: world.clock.now() },
        {
          ...{ cause, to: TO, subject: 'Hallo', unsubscribe: '/abmelden?t=1' },
          paragraphs: [GREETING, legal, REPLY_TIME, NOT_YOU],
          button: { label: 'Öffnen', page: '/kontakt' },
        },
        null,
      ),
    );
  await send('before');
  const before = await sent();
  const validFrom = new Date(world.clock.now().getTime() + 60_000);
  const lines = { Anrede: 'Grüezi', 'Nicht du': 'Dann lösch sie.', Antwortzeit: 'Nach {antwort}.' };
  const content = Object.entries({ ...lines, Schaltfläche: 'Sonst so:' })
    .map(([term, words]) => `${term}\n: ${words}`)
    .join('\n\n');
  await world.db
    .insertInto('text_version')
    .values({
      ...{ text: 'mail_sentences', number: 2, state: 'released', content, valid_from: validFrom },
      ...{ created_at: validFrom, changed_at: validFrom, decided_at: validFrom },
    })
    .execute();
  await send('early');
  expect((await sent()).text).toBe(before.text);
  world.clock.set(validFrom);
  await send('after');
  const { text, html } = await sent();
  const unsubscribe = `${UNSUBSCRIBE.why}\n\n${UNSUBSCRIBE.label}:\nhttp://localhost:3000/abmelden?t=1`;
  expect(before.text.endsWith(unsubscribe)).toBe(true);
  expect(text).toBe(
    `Grüezi\n\n${legal}\n\nNach 24 Stunden.\n\nDann lösch sie.\n\nÖffnen:\nhttp://localhost:3000/kontakt\n\n${unsubscribe}`,
  );
  for (const kept of [legal, 'Sonst so:', 'href="http://localhost:3000/abmelden?t=1"'])
    expect(html).toContain(kept);
});

test('a greeting with a name is the one of the house before it [BOF-130]', async () => {
  await world.db
    .transaction()
    .execute((db) =>
      enqueueMail(
        { db, now: world.clock.now() },
        { cause: 'name', to: TO, subject: 'Hallo', paragraphs: [greetingOf('Mira <b>')] },
        null,
      ),
    );
  const { text, html } = await sent();
  expect([text, html.includes('Guten Tag Mira &lt;b&gt;')]).toEqual(['Guten Tag Mira <b>', true]);
});

test('a draft is shown as text and HTML, and mailed to nobody but the person who asks [BOF-130]', async () => {
  const { version_id } = await drafted('mail_signature', 'Bis bald\n{firma}');
  const { mail, html } = (await owner.call(contract.getTextVersion, { version_id })).body;
  expect(html).toBe('');
  expect(mail.text).toMatch(/^Guten Tag\n\n.*\n\nBis bald\nSamtrot Demo GmbH$/s);
  expect(mail.html).toContain('Bis bald<br/>Samtrot Demo GmbH');
  expect(mail.html).toContain('href="http://localhost:3000/kontakt"');
  const answer = await owner.call(contract.sendTextToMe, { version_id });
  expect(answer.body.message).toBe(`Gesendet an ${owner.email}.`);
  const all = await world.mails();
  expect(all.filter(({ text }) => text.includes('Bis bald'))).toHaveLength(1);
  expect(all.at(-1)).toMatchObject({ recipient: owner.email, text: mail.text });
  // A draft is in no other mail.
  await mailed('other');
  expect((await sent()).text).not.toContain('Bis bald');
  const { version_id: page } = (await owner.call(contract.draftText, { text: 'imprint' })).body;
  expect((await owner.call(contract.sendTextToMe, { version_id: page })).status).toBe(404);
  expect((await owner.call(contract.sendTextToMe, { version_id: 999_999 })).status).toBe(404);
  expect((await owner.call(contract.getTextVersion, { version_id: page })).body.mail).toBeNull();
});

test('a mail text without its placeholder, with HTML or a link, or too long is refused [BOF-130]', async () => {
  const says = async (...of: Parameters<typeof drafted>) => (await drafted(...of)).errors?.content;
  expect(await says('mail_signature', '<b>Grüsse</b>')).toContain('HTML geht in einer Mail nicht');
  expect(await says('mail_signature', 'https://a.example')).toContain('Links stehen fest');
  expect(await says('mail_signature', 'x'.repeat(501))).toBe('Maximal 500 Zeichen erlaubt');
  const { version_id } = (await owner.call(contract.draftText, { text: 'mail_sentences' })).body;
  const { content } = (await owner.call(contract.getTextVersion, { version_id })).body;
  expect(await says('mail_sentences', content.replace('{antwort}', 'einem Tag'))).toContain(
    '{antwort}',
  );
  expect(await says('mail_sentences', content.replace('Anrede\n', 'Gruss\n'))).toContain('«Gruss»');
  expect(await says('mail_sentences', content.replace('Guten Tag', 'Grüezi'))).toBeUndefined();
});
