import { login } from '@samtrot/shared/access/contract.ts';
import type { Banner, BannerImage } from '@samtrot/shared/banners/contract.ts';
import { fitsBanner, TEXT_LINK_MAX } from '@samtrot/shared/banners/rules.ts';
import type { Club } from '@samtrot/shared/clubs/contract.ts';
import { clubStatus } from '@samtrot/shared/clubs/status.ts';
import {
  adsAnswer,
  bannersAnswer,
  clubsAnswer,
  type DeliveredAd,
} from '@samtrot/shared/delivery/contract.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { renewalCredits } from '@samtrot/shared/overview/renewal-rules.ts';
import { getStatistics } from '@samtrot/shared/statistics/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../modules/overview/service.ts';
import { issueKey } from '../modules/partners/service.ts';
import { received } from '../modules/wallet/service.ts';
import { exactly } from '../testing/partners/partner.ts';
import { eventually } from '../testing/process/eventually.ts';
import { rowsInClear } from '../testing/world/encrypted-rows.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { DEMO_PASSWORD, fillDemo } from './demo.ts';
import { PLACES } from './demo-ads.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const fill = () =>
  fillDemo({ db: world.db, now: START, pictures: world.app.media, documents: world.app.documents });
const stateOf = async (mailbox: string) => {
  const entered = await world.visitor.call(login, {
    log: `${mailbox}@samtrot.example`,
    pwd: DEMO_PASSWORD,
  });
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!;
  const answer = await world.send(cookie, {
    method: 'GET',
    url: '/api',
    query: { action: state.name },
  });
  expect(answer.status).toBe(200);
  return answer.body.state;
};

test('of processes that start together one fills the empty database, all or nothing', async () => {
  const broken = {
    ...world.app.media,
    files: { ...world.app.media.files, put: () => Promise.reject(new Error('disk full')) },
  };
  await expect(
    fillDemo({ db: world.db, now: START, pictures: broken, documents: world.app.documents }),
  ).rejects.toThrow('disk full');
  expect((await Promise.all([fill(), fill(), fill()])).sort()).toEqual([false, false, true]);
  expect(await fill()).toBe(false);
  const { accounts } = await world.db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('accounts'))
    .executeTakeFirstOrThrow();
  expect(accounts).toBe(8);
});

test('the advertiser with a history has ads in every status, one of which renews [INS-02, GUT-02]', async () => {
  const lena = await stateOf('lena');
  const counts: Record<string, number> = {};
  for (const { inserat_status } of lena.Inserats)
    counts[inserat_status] = (counts[inserat_status] ?? 0) + 1;
  expect(counts).toEqual({ aktiv: 6, geplant: 1, entwurf: 1, ausgeblendet: 1, abgelaufen: 4 });
  expect(
    lena.Inserats.some(
      (ad: { inserat_topad: boolean; inserat_farbe: boolean }) =>
        ad.inserat_topad && ad.inserat_farbe,
    ),
  ).toBe(true);
  expect(lena).toMatchObject({ credits: 650 });
  const gifts = await world.db.transaction().execute((db) => received(db, lena.user_id));
  expect(gifts).toEqual({ bonus: 510, coupon: 50 });
  expect(lena.user_meta.benutzerrabatt_prozent).toBe('5');
  const renewals = renewalCredits(lena.Inserats, lena.Banners, {
    prices: lena.prices.banners,
    now: START,
  });
  expect(renewals, 'what renewals use in 30 days').toBe(160);
  const online = lena.Inserats.filter(
    (ad: { inserat_status: string }) => ad.inserat_status === 'aktiv',
  );
  const picture = online.flatMap((ad: { imageSources: { url: string }[] }) => ad.imageSources)[0];
  expect((await world.send('', { method: 'GET', url: picture.url })).status).toBe(200);
});

test('the clock of the hidden ad of the demo stands still, as one that a person hides [INS-36, INS-44]', async () => {
  const { Inserats } = await stateOf('lena');
  const hidden = (Inserats as Inserat[]).filter((ad) => ad.inserat_status === 'ausgeblendet');
  expect(hidden).toMatchObject([{ hidden_at: expect.any(String), hidden_days_left: 26 }]);
});

test('the advertiser with a history has banners in every status and valid clubs [BAN-10, CLU-13, CLU-14]', async () => {
  const { Banners, Clubs } = await stateOf('lena');
  const counts = Object.groupBy(Banners as Banner[], ({ status }) => status);
  expect(
    Object.fromEntries(Object.entries(counts).map(([status, list]) => [status, list.length])),
  ).toEqual({
    aktiv: 2,
    geplant: 1,
    entwurf: 2,
    abgelaufen: 1,
    ausgeblendet: 1,
  });
  expect(Clubs.map((club: Club) => clubStatus(club, START))).toEqual([
    'geplant',
    'aktiv',
    'abgelaufen',
  ]);
  for (const club of nonEmpty(Clubs as Club[])) {
    const { publish_option, publish_date, publish_time } = club;
    const planned = `${club.start_at && localDate(new Date(club.start_at))} 18:00`;
    expect(`${publish_option} ${publish_date} ${publish_time}`, club.club_name).toBe(
      clubStatus(club, START) === 'geplant' ? `Planen ${planned}` : 'Sofort  ',
    );
  }
  for (const { bilder, oeffnungszeiten, canton } of Clubs as Club[]) {
    expect(bilder.length).toBeGreaterThan(0);
    expect(oeffnungszeiten.length).toBeGreaterThan(0);
    expect(canton).toMatch(/^[A-Z]{2}$/);
  }
  for (const { text, typ, banner_bild, webseiten, banner_credits, status, zahlen } of nonEmpty(
    Banners as Banner[],
  )) {
    expect(zahlen.length).toBe(status === 'entwurf' || status === 'geplant' ? 0 : webseiten.length);
    if (typeof banner_bild === 'object')
      expect(fitsBanner(typ, banner_bild.width, banner_bild.height)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(TEXT_LINK_MAX);
    expect([text === '', typeof banner_bild]).toEqual(
      typ === 'a4' ? [false, 'string'] : [true, 'object'],
    );
    expect(webseiten.length).toBeGreaterThan(0);
    expect(banner_credits > 0).toBe(status !== 'entwurf');
  }
  const { banner_bild } = (Banners as Banner[]).find(({ typ }) => typ === 'a2')!;
  for (const url of nonEmpty(Object.values((banner_bild as BannerImage).sizes)))
    expect((await world.send('', { method: 'GET', url })).status).toBe(200);
});

test("visits of the demo agree, fill each running ad's chart, and show the effect of extras [T-DEL-11, INS-06]", async () => {
  const entered = await world.visitor.call(login, {
    log: 'lena@samtrot.example',
    pwd: DEMO_PASSWORD,
  });
  const lena = world.caller(
    entered.body.user_id,
    String(entered.headers['set-cookie']).split(';')[0]!,
  );
  const { Inserats, Clubs } = await stateOf('lena');
  const of = async (kind: string, id: number) => {
    const query = { kind, id: String(id), days: '90' };
    return getStatistics.output.parse(
      (await lena.raw('getStatistics', { method: 'GET', query })).body,
    );
  };
  const factors = new Map<string, (number | null)[]>();
  for (const { ID, views, inserat_status, titel } of Inserats) {
    const { total, days, websites, effects } = await of('inserat', ID);
    expect(total.views, titel).toBe(views);
    if (inserat_status === 'aktiv')
      expect([days.length > 10, websites.length > 5], titel).toEqual([true, true]);
    if (views > 1000)
      expect([total.phone > 20, total.whatsapp > 20, total.homepage > 5], titel).toEqual([
        true,
        true,
        true,
      ]);
    const hours = await world.db
      .selectFrom('visit_hour')
      .select('views')
      .where('inserat_id', '=', ID)
      .execute();
    expect(
      hours.reduce((sum, hour) => sum + hour.views, 0),
      titel,
    ).toBe(views);
    for (const { kind, factor } of effects)
      factors.set(kind, [...(factors.get(kind) ?? []), factor]);
  }
  expect([...factors.keys()].sort()).toEqual(['farbe', 'story', 'topad']);
  for (const [kind, values] of factors)
    for (const factor of values) expect(factor, kind).toBeGreaterThan(1.1);
  for (const { ID, club_name, start_at } of Clubs as Club[])
    expect((await of('club', ID)).total.views > 200, club_name).toBe(new Date(start_at!) < START);
});

test('the new advertiser has nothing; addresses are confirmed; one of ten websites is off [PUB-35]', async () => {
  const fresh = await stateOf('neu');
  expect(fresh).toMatchObject({ credits: 0, Inserats: [], Banners: [], Clubs: [] });
  expect(fresh).toMatchObject({ newcomer: true, next_steps: [], week: null });
  expect(fresh.webseiten).toHaveLength(9);
  const rows = await rowsInClear(world.db, 'account');
  expect(rows.filter(({ email_confirmed_at }) => email_confirmed_at === null)).toEqual([]);
});

test('the reference website shows TopAds, colours, videos, three stories, clubs and banners [FIX-29, EXP-110]', async () => {
  const manage = { db: world.db, now: START, actor: { kind: 'cli' } } as const;
  const key = await world.db
    .transaction()
    .execute((db) => issueKey({ ...manage, db }, 'Mondgarten'));
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const { status, body } = await world.send('', {
      method: 'GET',
      url: `/partner/v1/${path}`,
      headers,
    });
    expect(status, path).toBe(200);
    return body;
  };
  // The first page of its list, of which its row of stories is made.
  const { ads } = exactly(adsAnswer, await get('ads?limit=24'));
  const shown = ads as DeliveredAd[];
  const stories = shown.flatMap(({ story }) => story ?? []);
  expect(
    stories.map(({ image, video }) => (video ? 'video' : image ? 'image' : '')).sort(),
  ).toEqual(['image', 'image', 'video']);
  const running = [shown.filter(({ topad }) => topad), shown.filter(({ farbe }) => farbe)].map(
    (list) => list.length,
  );
  expect(Math.min(...running)).toBeGreaterThan(1);
  // Where an ad names its place, that is in one of its regions.
  for (const { standort, cantons } of nonEmpty(shown.filter((one) => one.standort)))
    expect(cantons.map(({ id }) => PLACES[id]?.ort)).toContain(standort!.ort);
  const films = shown
    .flatMap(({ videos }) => videos)
    .concat(stories.flatMap(({ video }) => video ?? []));
  expect(films.length).toBeGreaterThan(2);
  for (const { urls, poster } of nonEmpty(films))
    for (const url of [poster, ...Object.values(urls)])
      expect(
        (await world.send('', { method: 'GET', url: new URL(url).pathname })).status,
        url,
      ).toBe(200);
  const { clubs } = exactly(clubsAnswer, await get('clubs'));
  expect(clubs).toHaveLength(1);
  await eventually(async () => {
    const { banners } = exactly(bannersAnswer, await get('banners?slot=a1,a2,a3,a4'));
    expect(banners.map(({ slot }) => slot)).toEqual(['a1', 'a2', 'a3', 'a4']);
  });
});

test('what an ad of the demo shows on websites, its editor shows as bought [FIX-29]', async () => {
  const { Inserats } = await stateOf('lena');
  const running = (Inserats as Inserat[]).filter(
    ({ inserat_status }) => inserat_status === 'aktiv',
  );
  for (const ad of nonEmpty(running)) {
    const online = { topAd: ad.inserat_topad, colour: ad.inserat_farbe, story: ad.inserat_story };
    expect(
      { topAd: ad.top_ad_enabled, colour: ad.color_enabled, story: ad.story_posted },
      ad.titel,
    ).toEqual(online);
    expect(ad.paid, ad.titel).toMatchObject(online);
  }
  const both = running.filter(({ inserat_topad, inserat_farbe }) => inserat_topad && inserat_farbe);
  expect(both.map(({ titel }) => titel)).toEqual(['Massage mit Ruhe und Zeit']);
});

test('the provider of the demo knows every payment of it, so that a comparison opens no case [FIX-11]', async () => {
  const payments = await world.db
    .selectFrom('payment')
    .select(['status', 'provider_ref'])
    .execute();
  expect(nonEmpty(payments).map(({ status }) => status)).toContain('abgelehnt');
  await world.runTasks('topups/reconcile');
  const compared = await world.db.selectFrom('payment_reconciliation').selectAll().execute();
  expect(compared).toMatchObject([{ compared: payments.length, cases: 0 }]);
  expect(await world.db.selectFrom('payment_case').selectAll().execute()).toEqual([]);
});

test('each top-up of the demo has its receipt from the start, numbered in the order of time [FIX-11]', async () => {
  const { rows } = await sql<{ number: string; created_at: Date; at: Date; account_id: number }>`
    select p.number, p.created_at, y.settled_at as at, p.account_id
      from payment y left join paper p on p.payment_id = y.id where y.status = 'gutgeschrieben' order by y.settled_at, p.number`.execute(
    world.db,
  );
  expect(new Set(rows.map(({ account_id }) => account_id)).size).toBeGreaterThan(3);
  expect(rows.map(({ number }) => number)).toEqual(
    rows.map((_, index) => `2026-${String(index + 1).padStart(6, '0')}`),
  );
  for (const { created_at, at } of nonEmpty(rows)) expect(created_at).toEqual(at);
  expect(await world.db.selectFrom('paper_due').selectAll().execute()).toEqual([]);
});

test('what runs in the demo has arrived where visitors saw it, of each kind', async () => {
  const { rows } = await sql<{ kind: string; arrived: number; missing: number }>`
    with running as (
      select 'inserat' as kind, id from inserat where status = 'aktiv' and start_at < ${START}::timestamptz - interval '1 hour'
      union all select 'club', id from club where shown_from < ${START} and shown_until > ${START}
      union all select 'banner', b.id from banner b join banner_booking o on o.id = b.booking_id
                 where b.hidden_at is null and o.start_at < ${START} and o.end_at > ${START}),
    seen as (
      select kind, item_id, website_id from visit_day
      union select 'banner', banner_id, website_id from banner_day)
    select s.kind, count(p.delivered_at)::int as arrived, (count(*) - count(p.delivered_at))::int as missing
      from running join seen s on s.kind = running.kind
      left join placement p on p.kind = s.kind and p.item_id = s.item_id and p.website_id = s.website_id
     where s.item_id = running.id group by s.kind order by s.kind`.execute(world.db);
  expect(rows).toEqual([
    { kind: 'banner', arrived: expect.any(Number), missing: 0 },
    { kind: 'club', arrived: expect.any(Number), missing: 0 },
    { kind: 'inserat', arrived: expect.any(Number), missing: 0 },
  ]);
});

test('nothing of the demo is overdue at its start [FIX-11]', async () => {
  const ready = await world.send('', { method: 'GET', url: '/readyz' });
  expect(ready.body).toMatchObject({
    ready: true,
    clock_lag_ms: 0,
    webhook_waiting_ms: 0,
    webhook_dead: 0,
  });
});

test('the books of the demo agree, and nothing in it is due by mistake', async () => {
  expect(await checkBooks(world.db)).toMatchObject({ ok: true, problems: [] });
  const before = await world.db
    .selectFrom('inserat')
    .select(['id', 'status'])
    .orderBy('id')
    .execute();
  const mails = () => world.db.selectFrom('mail').select('id').orderBy('id').execute();
  const sent = await mails();
  await world.runTasks();
  expect(
    await world.db.selectFrom('inserat').select(['id', 'status']).orderBy('id').execute(),
  ).toEqual(before);
  expect(await mails()).toEqual(sent);
  expect(world.defects).toEqual([]);
});
