import { getClub, keepClub, saveClub } from '@samtrot/shared/clubs/contract.ts';
import { getInserat, keepInserat, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { hideInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { adContact } from '../modules/inserate/service.ts';
import { wholeClub } from '../testing/listings/clubs.ts';
import { ad, advertisers } from '../testing/listings/inserate.ts';
import { dump, writings } from '../testing/world/dump.ts';
import { rowsInClear } from '../testing/world/encrypted-rows.ts';
import { START, testWorld } from '../testing/world/world.ts';

const EDITS = { titel: 'Noch nicht gesichert' };

test('a dump holds none of 47 canaries in contact data of ads and clubs in any state [ACC-50]', async () => {
  await using world = await testWorld();
  const on = advertisers(world);
  const user = await on.rich(2000);
  const canaries: string[] = [];
  const canary = (before = '', after = '') => {
    canaries.push(`kanari${String(canaries.length).padStart(2, '0')}xqz`);
    return `${before}${canaries.at(-1)}${after}`;
  };
  const phone = () => {
    canaries.push(`7913579${String(canaries.length).padStart(2, '0')}`);
    return `+41${canaries.at(-1)}`;
  };
  const reached = () => ({
    telefon: phone(),
    homepage: `https://${canary()}.example`,
    strasse_und_nummer: canary('Weg '),
    postleitzahl: '8001',
    ort: canary(),
  });
  const week = { inserat_typ: '1_week' } as const;
  const place = async (more: object) => {
    const { status, body, id } = await on.place(user, { ...week, ...reached(), ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    return id;
  };
  const club = async (more: object) => {
    const { status, body } = await user.call(saveClub, wholeClub({ ...reached(), ...more }));
    expect(status, JSON.stringify(body)).toBe(200);
    return body.club.ID as number;
  };

  await place({ inserat_typ: '1_day' });
  const paused = await place({});
  const edited = await place({ whatsapp_erlaubt: true, whatsapp: phone() });
  await user.call(keepInserat, ad(edited, { ...week, ...EDITS, ...reached() }));
  await place({ publish_option: 'Planen', publish_date: '2026-12-05', publish_time: '08:30' });
  await place({ post_status: 'draft', adressezusatz: canary() });
  expect((await user.call(hideInserat, { inserat_id: paused })).status).toBe(200);
  await club({ monate: 1 });
  const club_id = await club({ monate: 3, vollstaendiger_name: canary('Lena ') });
  await user.call(keepClub, wholeClub({ club_id, ...EDITS, ...reached() }));
  const key = { 'idempotency-key': 'x' };
  const payload = wholeClub({ monate: 3, ...reached() });
  expect((await user.raw('save_club', { payload, headers: key })).status).toBe(200);
  expect((await user.call(keepClub, wholeClub(reached()))).status).toBe(200);
  expect(canaries.length).toBe(47);

  const readable = async () =>
    JSON.stringify([
      await rowsInClear(world.db, 'inserat'),
      await rowsInClear(world.db, 'club'),
      await rowsInClear(world.db, 'idempotency'),
    ]);
  for (const days of [0, 2, 40]) {
    world.clock.set(new Date(START.getTime() + days * DAY_MS));
    await world.runTasks();
    const text = await dump(world);
    expect(text.length).toBeGreaterThan(10_000);
    for (const value of canaries)
      for (const writing of writings(value))
        expect(text, `after ${days} days: ${value}`).not.toContain(writing);
    const clear = await readable();
    expect(canaries.filter((value) => !clear.includes(value))).toEqual([]);
  }
  const { rows } = await sql<{ status: string }>`select distinct status from inserat`.execute(
    world.db,
  );
  expect(rows.map(({ status }) => status).sort()).toEqual(
    expect.arrayContaining(['abgelaufen', 'entwurf']),
  );
});

test('contact data, edits and answers moved to another row are refused [ACC-50]', async () => {
  await using world = await testWorld();
  const on = advertisers(world);
  const user = await on.rich(500);
  const ids: number[] = [];
  for (const telefon of ['+41791111111', '+41792222222']) {
    const { id } = await on.place(user, { inserat_typ: '1_week', telefon });
    await user.call(keepInserat, ad(id, { inserat_typ: '1_week', ...EDITS }));
    ids.push(id);
  }
  const clubs: number[] = [];
  for (const telefon of ['+41791111111', '+41792222222'])
    clubs.push((await user.call(saveClub, wholeClub({ monate: 1, telefon }))).body.club.ID);
  const swap = (table: string, column: string, [one, two]: number[]) =>
    sql`update ${sql.table(table)} t set ${sql.ref(column)} = o.${sql.ref(column)}
          from ${sql.table(table)} o
         where t.id in (${one}, ${two}) and o.id in (${one}, ${two}) and o.id <> t.id`.execute(
      world.db,
    );
  const ad1 = () => user.call(getInserat, { inserat_id: ids[0]! });
  const club1 = () => user.call(getClub, { club_id: clubs[0]! });
  for (const [table, column, pair, read] of [
    ['inserat', 'contact', ids, ad1],
    ['inserat', 'unsaved', ids, ad1],
    ['club', 'contact', clubs, club1],
  ] as const) {
    expect((await read()).status).toBe(200);
    await swap(table, column, pair);
    expect((await read()).status, `${table}.${column}`).toBe(500);
    expect(world.defects.splice(0)).toHaveLength(1);
    await swap(table, column, pair);
    expect((await read()).status).toBe(200);
  }
});

test('the same contact data keep the ciphertext and its print; another number changes both [ACC-50]', async () => {
  await using world = await testWorld();
  const on = advertisers(world);
  const user = await on.rich(500);
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const stored = () =>
    world.db
      .selectFrom('inserat')
      .select(['contact', 'contact_print', 'telefon_hash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const save = async (more: object) => {
    const { body } = await user.call(getInserat, { inserat_id: id });
    const { version } = body.inserat;
    const answer = await user.call(
      saveInserat,
      ad(id, { inserat_typ: '1_week', version, ...more }),
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return stored();
  };
  const first = await stored();
  expect(await save({ titel: 'Ein anderer Titel' })).toEqual(first);
  const second = await save({ telefon: '+41 78 765 43 21' });
  expect(second.contact).not.toEqual(first.contact);
  expect(second.contact_print).not.toEqual(first.contact_print);
  expect(adContact.phoneHashes('telefon', '078 765 43 21')).toContainEqual(second.telefon_hash);
  const back = await save({});
  expect([back.contact_print, back.telefon_hash]).toEqual([
    first.contact_print,
    first.telefon_hash,
  ]);

  // As of a row that was converted: what no review shows leaves its print.
  const converted = Buffer.from('converted');
  await world.db
    .updateTable('inserat')
    .set({ contact_print: converted })
    .where('id', '=', id)
    .execute();
  const abroad = await save({ land: 'Deutschland' });
  expect(abroad.contact).not.toEqual(back.contact);
  expect(abroad.contact_print).toEqual(converted);
  const ended = await save({ land: 'Deutschland', telefon: '+41 78 765 43 21' });
  expect(ended.contact_print).not.toEqual(converted);
});
