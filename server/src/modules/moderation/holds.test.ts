import { getAccountLog } from '@samtrot/shared/access/security-contract.ts';
import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { bannerLife } from '@samtrot/shared/banners/status.ts';
import { getClub, saveClub } from '@samtrot/shared/clubs/contract.ts';
import * as contract from '@samtrot/shared/holds/contract.ts';
import { kindsOf, REASON_IDS } from '@samtrot/shared/holds/reason-rules.ts';
import { RESUBMITS_PER_DAY } from '@samtrot/shared/holds/rules.ts';
import { HOLD_KINDS } from '@samtrot/shared/holds/status.ts';
import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { deleteInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { type InseratStatus, inseratLife } from '@samtrot/shared/inserate/status.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { goOffline, goOnline } from '@samtrot/shared/pause-all/contract.ts';
import { HOLD_REASONS } from '@samtrot/shared/testing/hold-reasons.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Actors } from '../../platform/action.ts';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { type AdFixture, ad, adStage } from '../../testing/listings/inserate.ts';
import { ACTIONS, lives } from '../../testing/listings/lifecycle-fixtures.ts';
import { house } from '../../testing/world/house.ts';
import { START } from '../../testing/world/world.ts';
import { release } from './service.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 5000 },
);

let team: ReturnType<typeof house>;
let moderator: Actors['staff'];
beforeEach(async () => {
  team = house(fixture.world);
  moderator = await team.person();
});
const { type } = { type: 'inserat' } as const;
const REASON = { blocked: 'falsche_angaben', revise: 'falsche_angaben' } as const;
const heldAs = (thing: 'inserat' | 'banner' | 'club', id: number, kind: contract.Hold['kind']) =>
  team.hold(moderator, thing, id, {
    kind,
    reason: kind === 'revise' ? REASON.revise : 'betrug',
    text: 'Bitte sieh dir das noch einmal in Ruhe an.',
  });
const clock = async () => {
  for (let turn = 0; turn < 4; turn++) {
    await fixture.world.runTasks('publication/clock');
    await fixture.world.runTasks('banners/clock');
  }
};
const audited = (object: string) =>
  fixture.world.db
    .selectFrom('audit')
    .select(['action', 'right', 'reason', 'staff_id'])
    .where('object', '=', object)
    .where('staff_id', 'is not', null)
    .orderBy('id')
    .execute();

describe('no event of its owner or of the clock brings back an ad that is held', () => {
  const STATES: InseratStatus[] = ['entwurf', 'geplant', 'aktiv', 'ausgeblendet', 'abgelaufen'];
  const cases = nonEmpty(
    HOLD_KINDS.flatMap((kind) =>
      STATES.map((state) => [kind, state, Object.keys(inseratLife[state])] as const),
    ),
  );
  test.each(cases)('%s, %s [BOF-28]', async (kind, state, events) => {
    const { on, user, world } = fixture;
    const { adIn, press, statusOf } = lives(world, on);
    const id = await adIn(state, user);
    await heldAs('inserat', id, kind);
    const paid = await on.credits(user);
    for (const [name, { event }] of Object.entries(ACTIONS)) {
      if (name === 'delete' || !events.includes(event)) continue;
      const { status, body } = await press(name, id, user);
      expect([name, status, body.code], name).toEqual([name, 409, 'HELD']);
    }
    if (state === 'abgelaufen' || state === 'entwurf') {
      const again = await user.raw(saveInserat.name, {
        payload: ad(id, { inserat_typ: '1_week' }),
      });
      expect(again.body.code).toBe('HELD');
    }
    await user.call(goOffline, {});
    await user.call(goOnline, {});
    world.clock.advance(60 * DAY_MS);
    await clock();
    const { held_at } = await world.db
      .selectFrom('inserat')
      .select('held_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(held_at).not.toBeNull();
    expect(await on.credits(user)).toBe(paid);
    expect(await statusOf(id)).not.toBe('geloescht');
    const shown = world.db.selectFrom('inserat_phase').select('id').where('inserat_id', '=', id);
    expect(await shown.where('until_at', 'is', null).execute()).toEqual([]);
  });
});

test.each(HOLD_KINDS)(
  'a banner and a club that are held (%s) are not booked or shown [BOF-28]',
  async (kind) => {
    const { user, world } = fixture;
    const webseiten = [await websiteOf(world)];
    const banner = (await user.call(orderBanner, bannerWish({ webseiten }))).body.banner;
    const club = (await user.call(saveClub, wholeClub({ monate: 1 }))).body.club;
    await heldAs('banner', banner.ID, kind);
    await heldAs('club', club.ID, kind);
    expect(Object.keys(bannerLife.aktiv)).toContain('ausblenden');
    for (const name of ['activate_banner', 'hide_banner', 'duplicate_banner']) {
      const { status, body } = await user.raw(name, { payload: { banner_id: banner.ID } });
      expect([status, body.code], name).toEqual([409, 'HELD']);
    }
    const order = { ...bannerWish({ webseiten }), ID: banner.ID, version: banner.version };
    expect((await user.raw('order_banner', { payload: order })).status).toBe(409);
    const { version } = (await user.call(getClub, { club_id: club.ID })).body.club;
    const months = wholeClub({ club_id: club.ID, monate: 1, version });
    const longer = await user.raw('save_club', { payload: months });
    expect(longer.body.code).toBe('HELD');
    await user.call(goOffline, {});
    world.clock.advance(DAY_MS);
    await user.call(goOnline, {});
    world.clock.advance(100 * DAY_MS);
    await clock();
    const shown = await world.db
      .selectFrom('club')
      .select(['shown_from', 'held_at', 'hidden_at'])
      .where('id', '=', club.ID)
      .executeTakeFirstOrThrow();
    expect(shown).toMatchObject({ shown_from: null, hidden_at: null });
    expect(shown.held_at).not.toBeNull();
  },
);

test('without a reason it is refused; each reason brings its sentence and its kinds', async () => {
  const { on, user } = fixture;
  const { id } = await on.place(user, {});
  const press = (more: object) =>
    team.hold(moderator, 'inserat', id, more).catch(({ code, fields }) => fields ?? code);
  expect(await press({ reason: undefined })).toBe('REASON_REQUIRED');
  expect(await press({ reason: 'anderes' })).toEqual({
    text: 'Bitte schreibe 20 bis 1000 Zeichen.',
  });
  expect(await press({ reason: 'bilder_regeln', fields: ['titel'] })).toEqual({
    fields: 'Dieser Grund betrifft andere Felder.',
  });
  expect(await press({ reason: 'betrug', kind: 'revise' })).toEqual({
    kind: 'Dieser Grund erlaubt das nicht.',
  });
  for (const reason of nonEmpty(REASON_IDS).filter((name) => name !== 'anderes')) {
    const { sentence } = HOLD_REASONS[reason];
    const kinds = kindsOf(HOLD_REASONS[reason]);
    const held = await team.hold(moderator, 'inserat', id, { reason, kind: kinds.at(1)! });
    expect(held.text).toBe(sentence);
    await team.release(moderator, held.id);
  }
  expect(await team.hold(moderator, 'inserat', 1).catch(({ code }) => code)).toBe('NOT_FOUND');
});

test('one line of the log and one neutral mail for each decision [BOF-39]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const { id: hold } = await team.hold(moderator, 'inserat', id, { reason: 'schutz' });
  await team.release(moderator, hold);
  const of = { staff_id: moderator.staffId };
  expect(await audited(`inserat:${id}`)).toEqual([
    { action: 'held', right: 'hold.set', reason: 'schutz', ...of },
    { action: 'released', right: 'hold.release', reason: 'Geprüft', ...of },
  ]);
  const mails = (await world.mails(user.email)).slice(-2);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Bitte sieh dir dein Konto an',
    'Bitte sieh dir dein Konto an',
  ]);
  const [held, released] = mails.map(({ text }) => text);
  expect(held).toContain(
    [
      `Dein Inserat Nr. ${id} ist zurzeit nicht online. Grund: Angebot ohne Schutz.`,
      'Angebote ohne Kondom und AO sind nicht erlaubt. Bitte ändere den Text.',
      'Bezahlte Zeit steht still und läuft weiter, sobald wir es wieder freigeben.',
      'So geht es weiter: Inserat ansehen, ändern und «Überarbeitet, bitte neu prüfen» wählen.',
      'Du bist nicht einverstanden? Du kannst Einspruch erheben. Eine andere Person prüft ihn.',
    ].join('\n\n'),
  );
  expect(held).not.toContain('Ruhige Stunden');
  const ends = formatDateTime(new Date(START.getTime() + 7 * DAY_MS));
  expect(released).toContain(`Dein Inserat Nr. ${id} ist wieder online. Es läuft bis ${ends}.`);
});

test('each decision stands in the log of its owner, with what she was told [EXP-87, BOF-39]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const text = 'Bild 2 zeigt eine andere Person.';
  const first = await team.hold(moderator, 'inserat', id, { text });
  world.clock.advance(HOUR_MS);
  await team.hold(moderator, 'inserat', id, { kind: 'revise', text, seen_version: first.version });
  world.clock.advance(HOUR_MS);
  await team.as(moderator, (ctx) =>
    release(ctx, { hold_id: first.id, reason: 'Nur für uns', text: 'Danke.' }),
  );
  const { entries } = (await user.call(getAccountLog, { filter: 'house' })).body;
  const thing = `Inserat ${id}`;
  expect(entries).toMatchObject([
    { kind: 'released_by_house', details: { thing, reason: 'Danke.' }, house: true },
    { kind: 'hold_changed_by_house', details: { thing, reason: text } },
    { kind: 'held_by_house', details: { thing, reason: text } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('Nur für uns');
});

test('a change of the decision is a new version; the earlier one stays readable [BOF-40]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, {});
  const first = await team.hold(moderator, 'inserat', id);
  const change = { kind: 'revise', reason: 'kontakt_im_text', seen_version: 1 } as const;
  const second = await team.hold(moderator, 'inserat', id, change);
  expect(second).toMatchObject({ id: first.id, version: 2, kind: 'revise' });
  const stale = await team.hold(moderator, 'inserat', id, change).catch((error) => error);
  expect(stale.code).toBe('STAFF_VERSION_CONFLICT');
  const again = await team.hold(moderator, 'inserat', id).catch((error) => error);
  expect(again.code).toBe('ALREADY_DECIDED');
  expect(again.message).toBe(
    `${moderator.name} hat das um 20.11.2026, 13:00 schon entschieden: Bitte überarbeiten.`,
  );
  const versions = world.db.selectFrom('hold_version').selectAll();
  expect(await versions.where('hold_id', '=', first.id).execute()).toMatchObject([
    { version: 1, kind: 'blocked', reason: 'falsche_angaben' },
  ]);
});

test('a change of a hold that is closed is refused though another one is open [BOF-40]', async () => {
  const { on, user } = fixture;
  const { id } = await on.place(user, {});
  const first = await team.hold(moderator, 'inserat', id);
  await team.release(moderator, first.id);
  const second = await team.hold(moderator, 'inserat', id, { reason: 'betrug' });
  const change = { kind: 'revise', seen_version: 1 } as const;
  const late = team.hold(moderator, 'inserat', id, { ...change, hold_id: first.id });
  await expect(late).rejects.toMatchObject({ code: 'NOTHING_HELD' });
  const right = await team.hold(moderator, 'inserat', id, { ...change, hold_id: second.id });
  expect(right).toMatchObject({ id: second.id, version: 2 });
});

test('a change is mailed to the owner once, in its own words; a stale one is not [BOF-39, BOF-40]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const first = await team.hold(moderator, 'inserat', id);
  await world.db.deleteFrom('mail').execute();
  const text = 'Bitte schreib den Titel ohne Telefonnummer.';
  const change = {
    kind: 'revise',
    reason: 'kontakt_im_text',
    fields: ['titel'],
    text,
    seen_version: first.version,
  } as const;
  const people = await Promise.all(Array.from({ length: 4 }, () => team.person()));
  const outcomes = await Promise.all(
    people.map((person) =>
      team.hold(person, type, id, change).then(
        () => 'changed',
        ({ code }) => code,
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual([...Array(3).fill('STAFF_VERSION_CONFLICT'), 'changed']);
  const [mail, ...more] = await world.mails(user.email);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Bitte sieh dir dein Konto an' });
  expect(mail!.text).toContain(`Dein Inserat Nr. ${id} ist zurzeit nicht online.`);
  expect(mail!.text).toContain(text);
  expect((await user.call(contract.getHolds, {})).body.holds).toMatchObject([
    { kind: 'revise', text, fields: [{ name: 'titel', changed: false }] },
  ]);
});

test('ten people hold at once: one row, nine hear who was first; then ten release [BOF-40]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, {});
  const people = await Promise.all(Array.from({ length: 10 }, () => team.person()));
  const outcomes = await Promise.all(
    people.map((person) =>
      team.hold(person, type, id).then(
        () => 'held',
        ({ code }) => code,
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual([...Array(9).fill('ALREADY_DECIDED'), 'held']);
  const [row, ...others] = await world.db
    .selectFrom('hold')
    .select('id')
    .where('item_id', '=', id)
    .execute();
  expect(others).toEqual([]);
  const lifted = await Promise.all(
    people.map((person) =>
      team.release(person, row!.id).then(
        () => 'released',
        ({ code }) => code,
      ),
    ),
  );
  expect(lifted.toSorted()).toEqual([...Array(9).fill('NOTHING_HELD'), 'released']);
});

test('changed, lifted and held at once: each is judged by what the one before left [BOF-40]', async () => {
  const { on, user, world } = fixture;
  for (let round = 0; round < 3; round++) {
    const { id } = await on.place(user, { inserat_typ: '1_day' });
    const { id: hold } = await team.hold(moderator, type, id);
    const people = await Promise.all(Array.from({ length: 9 }, () => team.person()));
    const said = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        ({ code }) => code as string,
      );
    const deeds = await Promise.all(
      people.map(async (person, n): Promise<[what: string, outcome: string]> => {
        if (n % 3 === 0) return ['release', await said(team.release(person, hold))];
        if (n % 3 === 1) return ['hold', await said(team.hold(person, type, id))];
        return ['change', await said(team.hold(person, type, id, { seen_version: 1 }))];
      }),
    );
    const done = (what: string) =>
      deeds.filter(([deed, outcome]) => deed === what && outcome === 'done').length;
    const refusals = ['ALREADY_DECIDED', 'STAFF_VERSION_CONFLICT', 'NOTHING_HELD'];
    for (const [what, outcome] of deeds) expect(['done', ...refusals], what).toContain(outcome);
    expect(done('release')).toBe(1);
    expect(done('hold')).toBeLessThanOrEqual(1);
    expect(done('change')).toBeLessThanOrEqual(2);
    const rows = await world.db
      .selectFrom('hold')
      .select(['outcome'])
      .where('thing', '=', type)
      .where('item_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { outcome: 'released' },
      ...(done('hold') === 1 ? [{ outcome: null }] : []),
    ]);
    const { held_at } = await world.db
      .selectFrom('inserat')
      .select('held_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(held_at !== null).toBe(done('hold') === 1);
  }
});

describe('the owner', () => {
  test('hands one thing in five times a day at most [BOF-35]', async () => {
    const { on, user } = fixture;
    const { id } = await on.place(user, { inserat_typ: '1_week' });
    const { id: hold_id } = await team.hold(moderator, 'inserat', id, { kind: 'revise' });
    const press = async () => (await user.raw('resubmit', { payload: { hold_id } })).status;
    for (let turn = 0; turn < RESUBMITS_PER_DAY; turn++) expect(await press(), `${turn}`).toBe(200);
    expect(await press()).toBe(429);
    fixture.world.clock.advance(DAY_MS);
    expect(await press()).toBe(200);
  });

  test('however the number of the hold is written, and whichever hold it is [BOF-35]', async () => {
    const { on, user, world } = fixture;
    const { id } = await on.place(user, { inserat_typ: '1_week' });
    const press = (hold_id: string) => user.raw('resubmit', { payload: { hold_id } });
    let hold: number;
    for (let turn = 0; turn < RESUBMITS_PER_DAY; turn++) {
      hold = (await team.hold(moderator, 'inserat', id, { kind: 'revise' })).id;
      expect((await press(`${hold}`)).status, `${turn}`).toBe(200);
      await team.release(moderator, hold);
    }
    hold = (await team.hold(moderator, 'inserat', id, { kind: 'revise' })).id;
    expect((await press(`${hold}`)).body.code).toBe('TOO_MANY_ATTEMPTS');
    const { id: other } = await on.place(user, { inserat_typ: '1_week' });
    const another = (await team.hold(moderator, 'inserat', other, { kind: 'revise' })).id;
    for (let turn = 0; turn < RESUBMITS_PER_DAY; turn++)
      expect((await press(`${'0'.repeat(turn)}${another}`)).status, `${turn}`).toBe(200);
    expect((await press(`00${another}`)).status).toBe(429);
    world.clock.advance(DAY_MS);
    for (const number of [hold, another]) expect((await press(`${number}`)).status).toBe(200);
  });

  test('hands it in only after each named field has changed; twice is the same [BOF-35]', async () => {
    const { on, user } = fixture;
    const { id } = await on.place(user, { inserat_typ: '1_week' });
    const { id: hold } = await team.hold(moderator, 'inserat', id, {
      kind: 'revise',
      fields: ['titel'],
    });
    const get = async () => (await user.call(contract.getHolds, {})).body.holds[0]!;
    expect(await get()).toMatchObject({
      object: { type: 'inserat', id },
      label: 'Bitte überarbeiten',
      reason: 'Falsche Angaben',
      fields: [{ name: 'titel', label: 'Titel', changed: false }],
      since: START.toISOString(),
      may_resubmit: true,
      released_at: null,
    });
    const press = () => user.raw('resubmit', { payload: { hold_id: hold } });
    const early = await press();
    expect([early.status, early.body.message]).toEqual([409, 'Ändere zuerst: Titel']);
    const save = (changes: object) =>
      user.call(saveInserat, { ...ad(id, { inserat_typ: '1_week', ...changes }) });
    await save({ beschreibung: 'Etwas ganz anderes als vorher.' });
    expect((await get()).fields[0]!.changed).toBe(false);
    await save({ titel: 'Stunden am Ufer' });
    expect((await get()).fields[0]!.changed).toBe(true);
    const both = await Promise.all([press(), press()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await get()).resubmitted_at).toBe(START.toISOString());
    await team.release(moderator, hold);
    expect(await get()).toMatchObject({ released_at: START.toISOString(), may_resubmit: false });
    expect((await press()).status).toBe(409);
    fixture.world.clock.advance(DAY_MS + 1);
    expect((await user.call(contract.getHolds, {})).body.holds).toEqual([]);
  });

  test.each([
    ['another kind', { kind: 'blocked' }],
    ['another reason', { reason: 'kontakt_im_text' }],
    ['further fields', { fields: ['titel', 'beschreibung'] }],
  ] as const)(
    'keeps what she handed in when the text alone is changed, not with %s [BOF-34, BOF-35, BOF-40]',
    async (_, demand) => {
      const { on, user } = fixture;
      const { id } = await on.place(user, { inserat_typ: '1_week' });
      const named = { kind: 'revise', fields: ['titel'] } as const;
      const { id: hold_id } = await team.hold(moderator, 'inserat', id, named);
      const get = async () => (await user.call(contract.getHolds, {})).body.holds[0]!;
      const text = 'Bitte nenne im Titel keine Stadt.';
      const shown = (changed: boolean, resubmitted_at: string | null) => ({
        fields: [{ name: 'titel', changed }],
        resubmitted_at,
      });
      await user.call(saveInserat, ad(id, { inserat_typ: '1_week', titel: 'Stunden am Ufer' }));
      const reword = { ...named, text, note: 'Höflicher', seen_version: 1 };
      await team.hold(moderator, 'inserat', id, reword);
      expect(await get()).toMatchObject({ text, ...shown(true, null) });
      expect((await user.raw('resubmit', { payload: { hold_id } })).status).toBe(200);
      const again = `${text} Danke!`;
      await team.hold(moderator, 'inserat', id, { ...reword, text: again, seen_version: 2 });
      expect(await get()).toMatchObject({ text: again, ...shown(true, START.toISOString()) });

      const change = { ...reword, text: again, ...demand, seen_version: 3 };
      await team.hold(moderator, 'inserat', id, change);
      const asked = await get();
      expect(asked.resubmitted_at).toBeNull();
      expect(asked.fields[0]).toMatchObject({ name: 'titel', changed: false });
    },
  );

  test('hands in a changed telephone number, which is stored as a ciphertext [BOF-35]', async () => {
    const { on, user } = fixture;
    const { id } = await on.place(user, { inserat_typ: '1_week', telefon: '079 111 22 33' });
    const { id: hold } = await team.hold(moderator, 'inserat', id, {
      kind: 'revise',
      fields: ['telefon'],
    });
    const save = (changes: object) =>
      user.call(saveInserat, { ...ad(id, { inserat_typ: '1_week', ...changes }) });
    const press = () => user.raw('resubmit', { payload: { hold_id: hold } });
    await save({ telefon: '079 111 22 33', titel: 'Stunden am Ufer' });
    expect((await press()).status).toBe(409);
    await save({ telefon: '079 111 22 34' });
    expect((await press()).status).toBe(200);
  });

  test('of a discreet reason reads nothing until it is decided', async () => {
    const { on, user } = fixture;
    const { id } = await on.place(user, {});
    const { id: hold } = await team.hold(moderator, 'inserat', id, {
      kind: 'waiting',
      reason: 'zwang',
    });
    const answer = JSON.stringify((await user.call(contract.getHolds, {})).body);
    expect(answer).toContain('Wir prüfen dein Inserat nach einer Meldung.');
    expect(answer).not.toContain('Zwang');
    const { entries } = (await user.call(getAccountLog, { filter: 'house' })).body;
    expect(entries).toMatchObject([
      { details: { reason: 'Wir prüfen dein Inserat nach einer Meldung.' } },
    ]);
    expect((await user.raw('resubmit', { payload: { hold_id: hold } })).status).toBe(409);
  });

  test('never reaches the hold of somebody else [BOF-35, BOF-36]', async () => {
    const { on, user } = fixture;
    const other = await on.rich(0);
    const { id } = await on.place(user, {});
    const { id: hold_id } = await team.hold(moderator, 'inserat', id);
    const message = 'Das stimmt so nicht, bitte prüft es.';
    for (const payload of [{ hold_id }, { hold_id: hold_id + 999 }]) {
      expect((await other.raw('resubmit', { payload })).status).toBe(404);
      expect((await other.raw('appeal', { payload: { ...payload, message } })).status).toBe(404);
    }
  });

  test('an appeal is decided by another person; upheld, it lifts the hold [BOF-36]', async () => {
    const { on, user, world } = fixture;
    const { id } = await on.place(user, { inserat_typ: '1_week' });
    const { id: hold_id } = await team.hold(moderator, 'inserat', id);
    const message = 'Das stimmt so nicht, bitte prüft es.';
    const appeal = () => user.raw('appeal', { payload: { hold_id, message } });
    expect((await appeal()).status).toBe(200);
    expect((await appeal()).status).toBe(409);
    const { id: appeal_id } = await world.db
      .selectFrom('appeal')
      .select('id')
      .where('hold_id', '=', hold_id)
      .executeTakeFirstOrThrow();
    const decide = async (person: Actors['staff'], upheld: boolean) => {
      const { decideAppeal } = await import('./service.ts');
      return team
        .as(person, (ctx) => decideAppeal(ctx, { appeal_id, upheld, answer: 'Du hast recht.' }))
        .catch(({ code }) => code);
    };
    expect(await decide(moderator, true)).toBe('SAME_PERSON');
    expect(await decide({ ...moderator, role: 'owner' }, true)).toBe('SAME_PERSON');
    world.clock.advance(HOUR_MS);
    expect(await decide(await team.person(), true)).toBeUndefined();
    expect(
      await world.db.selectFrom('hold').select('outcome').where('id', '=', hold_id).execute(),
    ).toEqual([{ outcome: 'upheld' }]);
    const mails = await world.mails(user.email);
    const mail = mails.find(({ subject }) => subject === 'Dein Einspruch ist entschieden')!;
    for (const part of ['Du hast recht bekommen.', 'ist wieder online', 'Du hast recht.'])
      expect(mail.text).toContain(part);
    const [shown] = (await user.call(contract.getHolds, {})).body.holds;
    expect(shown).toMatchObject({
      released_at: world.clock.now().toISOString(),
      appeal: { upheld: true, answer: 'Du hast recht.' },
    });
    expect(await decide(await team.person(), true)).toBe('NOTHING_HELD');
  });

  test('deletes what is held; the decision stays and is closed [BOF-28]', async () => {
    const { on, user, world } = fixture;
    const { id } = await on.place(user, {});
    const { id: hold } = await team.hold(moderator, 'inserat', id);
    expect((await user.call(deleteInserat, { inserat_id: id })).status).toBe(200);
    expect(
      await world.db
        .selectFrom('hold')
        .select(['outcome', 'reason'])
        .where('id', '=', hold)
        .execute(),
    ).toEqual([{ outcome: 'gone', reason: 'falsche_angaben' }]);
    await expect(team.release(moderator, hold)).rejects.toMatchObject({ code: 'NOTHING_HELD' });
  });
});
