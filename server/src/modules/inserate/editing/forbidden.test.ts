import { updateNotifications } from '@samtrot/shared/accounts/profile-contract.ts';
import { keepInserat } from '@samtrot/shared/inserate/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { FORBIDDEN_OFFER_TEXT } from '@samtrot/shared/moderation/rules.ts';
import { expect, test } from 'vitest';
import { type AdFixture, ad, adStage, type Saving } from '../../../testing/listings/inserate.ts';
import { planned, premium } from '../../../testing/listings/lifecycle-fixtures.ts';
import { addressOf } from '../../../testing/world/accounts.ts';
import { releasedVersion } from '../../../testing/world/catalogue.ts';
import { START } from '../../../testing/world/world.ts';

let { world, on, user } = {} as AdFixture;
adStage((given) => ({ world, on, user } = given), { credits: 1000 });

const refusedAt = (field: keyof Saving) => ({
  status: 422,
  body: { success: false, errors: { [field]: FORBIDDEN_OFFER_TEXT } },
});
const rowOf = (id: number) =>
  world.db.selectFrom('inserat').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const clock = async (ms: number) => {
  world.clock.set(new Date(+START + ms));
  await world.runTasks('publication/clock', 'publication/missed');
};
const SAID = '<p>Ein ruhiger Abend bei mir.</p>';

test.each<[string, Partial<Saving>, keyof Saving]>([
  ['in the name', { name: 'Lena A.O.' }, 'name'],
  ['in the title', { titel: 'Heute auch ohne Kondom' }, 'titel'],
  ['in the description', { beschreibung: 'Ein ruhiger Abend, auch ohne Kondom.' }, 'beschreibung'],
  ['with tags within', { beschreibung: `${SAID}<p><b>A</b>O</p>` }, 'beschreibung'],
  [
    'with tags that are not kept',
    { beschreibung: `${SAID}<p>oh<span>ne Kon</span>dom</p>` },
    'beschreibung',
  ],
  ['with a comment within', { beschreibung: `${SAID}<p>A<!-- nichts -->O</p>` }, 'beschreibung'],
  ['as numbered signs', { beschreibung: `${SAID}<p>&#65;&#x4f;</p>` }, 'beschreibung'],
  [
    'with a named sign',
    { beschreibung: `${SAID}<p>A&shy;O und ohne&nbsp;Gummi</p>` },
    'beschreibung',
  ],
  ['over two paragraphs', { beschreibung: `${SAID}<p>Auch ohne</p><p>Kondom</p>` }, 'beschreibung'],
  ['over two lines', { beschreibung: `${SAID}<p>A<br>O</p>` }, 'beschreibung'],
  [
    'in a heading and a list',
    { beschreibung: `${SAID}<h2>Neu:</h2><ul><li>AO</li></ul>` },
    'beschreibung',
  ],
])('a forbidden offer %s is not published [INS-51, EDI-06, EDI-52]', async (_name, text, field) => {
  const placed = await on.place(user, { ...premium, ...text });
  expect(placed).toMatchObject(refusedAt(field));
  expect(Object.keys(placed.body.errors)).toEqual([field]);
  expect([(await rowOf(placed.id)).status, await on.credits(user)]).toEqual(['leer', 1000]);
});

test('what is harmless in another place is published with its markup [INS-51, EDI-52]', async () => {
  const beschreibung = `${SAID}<p>Nie <strong>ohne</strong> Kondom.</p><p>Ich bin 40, kein <em>A</em>O.</p>`;
  const { status, body } = await on.place(user, {
    ...premium,
    titel: 'Chaos im Kakao',
    beschreibung,
  });
  expect([status, body.inserat.beschreibung]).toEqual([200, beschreibung]);
});

test('a draft may hold it, and is not published as long as it does [INS-51]', async () => {
  const id = await on.blank(user);
  expect((await user.call(keepInserat, ad(id, { titel: 'ohne Kondom' }))).status).toBe(200);
  const draft = await on.place(user, {
    inserat_id: id,
    titel: 'ohne Kondom',
    post_status: 'draft',
  });
  expect(draft.body.inserat).toMatchObject({ titel: 'ohne Kondom', inserat_status: 'entwurf' });
  expect(await on.place(user, { inserat_id: id, ...premium, titel: 'ohne Kondom' })).toMatchObject(
    refusedAt('titel'),
  );
  expect((await on.place(user, { inserat_id: id, ...premium })).body.inserat.inserat_status).toBe(
    'aktiv',
  );
});

test.each([
  ['online', premium],
  ['planned', planned],
])(
  'an ad that is %s takes no such text in, and keeps the one it has [INS-51]',
  async (_name, changes) => {
    const { id } = await on.place(user, changes);
    expect(await on.place(user, { inserat_id: id, ...changes, titel: 'auch AO' })).toMatchObject(
      refusedAt('titel'),
    );
    expect((await user.call(keepInserat, ad(id, { ...changes, titel: 'auch AO' }))).status).toBe(
      200,
    );
    await clock(6 * DAY_MS);
    expect(await rowOf(id)).toMatchObject({ status: 'aktiv', titel: ad(id).titel });
  },
);

test('an ad with it cannot be planned [INS-51, INS-48]', async () => {
  const answer = await on.place(user, { ...planned, titel: 'auch AO' });
  expect(answer).toMatchObject(refusedAt('titel'));
  await clock(6 * DAY_MS);
  expect([(await rowOf(answer.id)).status, await on.credits(user)]).toEqual(['leer', 1000]);
});

test('what has been forbidden since it was placed does not come online again [INS-51, INS-38, INS-39]', async () => {
  const later = { titel: 'auch ohne Kondom' };
  const change = (id: number) =>
    world.db.updateTable('inserat').set(later).where('id', '=', id).execute();
  const hidden = (await on.place(user, premium)).id;
  await user.call(life.hideInserat, { inserat_id: hidden });
  const early = (await on.place(user, planned)).id;
  const over = (await on.place(user, { inserat_typ: '1_day' })).id;
  await clock(DAY_MS);
  for (const id of [hidden, early, over]) await change(id);
  const before = await on.credits(user);
  for (const [spec, id] of [
    [life.activateInserat, hidden],
    [life.activateInserat, early],
    [life.reactivateInserat, over],
  ] as const)
    expect(await user.raw(spec.name, { payload: { inserat_id: id } })).toMatchObject(
      refusedAt('titel'),
    );
  expect([
    (await rowOf(hidden)).status,
    (await rowOf(early)).status,
    (await rowOf(over)).status,
  ]).toEqual([...['ausgeblendet', 'geplant', 'abgelaufen']]);
  expect(await on.credits(user)).toBe(before);
});

test('forbidden content is not renewed: it ends unpaid, with a neutral mail saying why [INS-51, INS-44, INS-47]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_day', auto_extend: true });
  const email = await addressOf(world.db, user.userId);
  await world.db
    .updateTable('inserat')
    .set({ beschreibung: `${SAID}<p>Neu: <strong>A</strong>O</p>` })
    .where('id', '=', id)
    .execute();
  await clock(DAY_MS);
  await clock(DAY_MS);
  expect([(await rowOf(id)).status, await on.credits(user)]).toEqual(['abgelaufen', 990]);
  const mails = (await world.mails(email)).filter(({ subject }) =>
    subject.includes('nicht verlängert'),
  );
  expect(
    mails.map(({ text }) => [text.includes('nicht mehr erlaubt'), /AO|Kondom|Inserat/.test(text)]),
  ).toEqual([[true, false]]);
});

test('an ad with a category that was switched off is not renewed, nor ordered by hand [INS-39, EDI-44, BOF-115]', async () => {
  const one = { id: 999, name: 'Gibt es bald nicht mehr', offered: true };
  await releasedVersion(world, 'categories', [{ id: 1, name: 'Begleitung', offered: true }, one]);
  const { id } = await on.place(user, {
    inserat_typ: '1_day',
    auto_extend: true,
    categories: [999],
  });
  await releasedVersion(world, 'categories', [
    { id: 1, name: 'Begleitung', offered: true },
    { ...one, offered: false },
  ]);
  const email = await addressOf(world.db, user.userId);
  await clock(DAY_MS);
  await clock(DAY_MS);
  expect([(await rowOf(id)).status, await on.credits(user)]).toEqual(['abgelaufen', 990]);
  expect((await user.raw('reactivate_inserat', { payload: { inserat_id: id } })).status).toBe(422);
  const mails = (await world.mails(email)).filter(({ subject }) =>
    subject.includes('nicht verlängert'),
  );
  expect(
    mails.map(({ text }) => [
      text.includes('nicht mehr gibt'),
      /Guthaben|Inserat|Kategorie/.test(text),
    ]),
  ).toEqual([[true, false]]);
});

test('an ad that may not be renewed is announced a day before, whatever the balance [INS-49]', async () => {
  const settings = { expiryAlert: true, disableMessages: false, newsletter: false };
  await user.call(updateNotifications, settings);
  const { id } = await on.place(user, { inserat_typ: '1_week', auto_extend: true });
  const email = await addressOf(world.db, user.userId);
  const remind = async (days: number) => {
    world.clock.set(new Date(+START + days * DAY_MS));
    await world.runTasks('publication/alert');
    const mails = await world.mails(email);
    return mails.filter(({ subject }) => subject.includes('endet bald'));
  };
  await world.db.updateTable('inserat').set({ titel: 'A.O.' }).where('id', '=', id).execute();
  expect(await remind(5)).toEqual([]);
  const [mail, ...others] = await remind(6);
  expect([mail!.text.includes(`Nummer ${id}`), others]).toEqual([true, []]);
  expect(mail!.text).toContain('Danach kannst du sie jederzeit wieder starten.');
});
