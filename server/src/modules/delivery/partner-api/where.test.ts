import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { beforeAll, expect, test } from 'vitest';
import { type AdFixture, ad, adStage, type Saving } from '../../../testing/listings/inserate.ts';
import { noteMode } from '../../moderation/service.ts';
import { addWebsite, issueKey } from '../../partners/service.ts';

let fixture: AdFixture;
let key: string;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 1000 },
);
beforeAll(async () => {
  const { db, clock } = fixture.world;
  key = await db.transaction().execute(async (inner) => {
    const ctx = { db: inner, now: clock.now(), actor: { kind: 'cli' as const } };
    await addWebsite(ctx, { name: 'Mondgarten', url: 'https://mondgarten.example' });
    return issueKey(ctx, 'Mondgarten');
  });
});

/** Past the cache: a parameter that is ignored makes another entry of it. */
let questions = 0;
const get = async (path: string) => {
  const headers = { authorization: `Bearer ${key}` };
  const url = `/partner/v1/${path}${path.includes('?') ? '&' : '?'}_=${++questions}`;
  return (await fixture.world.send('', { method: 'GET', url, headers })).body;
};
const WRITTEN = {
  strasse_und_nummer: 'Seeweg 4',
  adressezusatz: '2. Stock',
  postleitzahl: '8001',
  ort: 'Zürich',
};
const place = (changes: Partial<Saving> = {}) =>
  fixture.on.place(fixture.user, { inserat_typ: '1_week', ...changes });
const ofTitle = (titel: string, list: { titel?: string }[]) =>
  list.find((one) => one.titel === titel);

test('a new ad names its region only, whatever address it holds [EXP-51]', async () => {
  const { body } = await place({ ...WRITTEN, titel: 'Nur die Region' });
  expect(body.inserat).toMatchObject({ adresse_anzeigen: false, ort_anzeigen: false, ...WRITTEN });
  const answer = await get('ads');
  expect(ofTitle('Nur die Region', answer.ads)).toMatchObject({ standort: null, adresse: null });
  expect(JSON.stringify(answer)).not.toMatch(/Seeweg|"8001|2\. Stock/);
});

test('websites get PLZ and place with «Ort», the street only with «Ganze Adresse» [EXP-51]', async () => {
  const { body: without } = await place({ ort_anzeigen: true });
  expect(Object.keys(without.errors)).toEqual(['postleitzahl', 'ort']);
  const { body, id } = await place({ ...WRITTEN, titel: 'Der Ort', ort_anzeigen: true });
  expect(body.inserat).toMatchObject({ adresse_anzeigen: false, ort_anzeigen: true });
  const standort = { plz: '8001', ort: 'Zürich' };
  const shown = ofTitle('Der Ort', (await get('ads')).ads);
  expect(shown).toMatchObject({ standort, adresse: null });
  expect(JSON.stringify(shown)).not.toContain('Seeweg');
  const { body: whole } = await place({
    inserat_id: id,
    version: body.inserat.version,
    titel: 'Die Adresse',
    ...WRITTEN,
    adresse_anzeigen: true,
  });
  expect(whole.inserat).toMatchObject({ adresse_anzeigen: true, ort_anzeigen: true });
  expect(ofTitle('Die Adresse', (await get('ads')).ads)).toMatchObject({
    standort,
    adresse: { strasse: 'Seeweg 4', zusatz: '2. Stock', ...standort, land: 'Schweiz' },
  });
});

test('an older ad keeps what it shows when a call says nothing of it [EXP-51]', async () => {
  const { body, id } = await place({ ...WRITTEN, adresse_anzeigen: true });
  const again = await place({
    inserat_id: id,
    version: body.inserat.version,
    ...WRITTEN,
  });
  expect(again.body.inserat).toMatchObject({ adresse_anzeigen: true, ort_anzeigen: true });
});

test('back to «Nur Region» takes the address away with the next question, and says so [EXP-52]', async () => {
  const { body, id } = await place({ ...WRITTEN, titel: 'Bald weg', adresse_anzeigen: true });
  const { next_since } = await get('ads');
  fixture.world.clock.advance(1000);
  const { body: changed } = await fixture.user.call(
    saveInserat,
    ad(id, {
      ...WRITTEN,
      titel: 'Bald weg',
      inserat_typ: '1_week',
      version: body.inserat.version,
      adresse_anzeigen: false,
      ort_anzeigen: false,
    }),
  );
  expect(changed.message).toBe(
    'Deine Änderungen sind gespeichert. Deine Adresse wird überall entfernt.',
  );
  // It may repeat earlier changes while another transaction of the cluster is open.
  const answer = await get(`ads?since=${next_since}`);
  expect(ofTitle('Bald weg', answer.ads)).toMatchObject({ standort: null, adresse: null });
  expect(JSON.stringify(ofTitle('Bald weg', answer.ads))).not.toMatch(/Seeweg|"8001/);
  const { body: kept } = await place({
    inserat_id: id,
    version: changed.inserat.version,
    titel: 'Bald weg',
  });
  expect(kept.message).toBe('Deine Änderungen sind gespeichert.');
});

test('hours are delivered as lines of days and times, or as by appointment [EXP-57]', async () => {
  const line = { tage: [1, 2, 7], von: '18:00', bis: '02:00' };
  const delivered = async (titel: string, erreichbar?: Saving['erreichbar']) => {
    const { status } = await place({ titel, ...(erreichbar && { erreichbar }) });
    expect(status).toBe(200);
    return (ofTitle(titel, (await get('ads')).ads) as { erreichbar?: object }).erreichbar;
  };
  expect(await delivered('Ohne Zeiten')).toEqual({ zeiten: [], nach_absprache: false });
  expect(
    await delivered('Abends', {
      zeiten: [{ ...line, tage: [7, 2, 1, 2] }],
      nach_absprache: false,
    }),
  ).toEqual({ zeiten: [line], nach_absprache: false });
  expect(await delivered('Absprache', { zeiten: [line], nach_absprache: true })).toEqual({
    zeiten: [],
    nach_absprache: true,
  });
  const { body } = await place({
    erreichbar: { zeiten: [line, line], nach_absprache: false },
  });
  expect(body.errors).toEqual({ erreichbar: 'Diese Zeiten überschneiden sich' });
});

test('where changes wait for a look, saying less does not and saying more does [EXP-52]', async () => {
  const { body, id } = await place({ ...WRITTEN, titel: 'Vor dem Blick', adresse_anzeigen: true });
  await noteMode(fixture.world.db, 'before');
  const change = async (version: number, changes: Partial<Saving>) => {
    const { body: changed } = await place({
      inserat_id: id,
      version,
      titel: 'Vor dem Blick',
      ...changes,
    });
    const shown = ofTitle('Vor dem Blick', (await get('ads')).ads);
    return { version: changed.inserat.version as number, own: changed.inserat, shown };
  };
  const hidden = await change(body.inserat.version, { ...WRITTEN, adresse_anzeigen: false });
  expect(hidden.shown).toMatchObject({ standort: null, adresse: null });
  const again = { ...WRITTEN, strasse_und_nummer: 'Neuweg 9', adresse_anzeigen: true };
  const more = await change(hidden.version, again);
  expect(more.own).toMatchObject(again);
  expect(more.shown).toMatchObject({ standort: null, adresse: null });
});
