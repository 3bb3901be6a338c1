import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from '@samtrot/shared/access/contract.ts';
import { adsAnswer } from '@samtrot/shared/delivery/contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { staffMe } from '@samtrot/shared/staff/login-contract.ts';
import { setStaffRole } from '@samtrot/shared/staff/team-contract.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diskStorage } from '../adapters/storage/disk.ts';
import { authenticate } from '../modules/partners/service.ts';
import { connect } from '../platform/db.ts';
import { exactly } from '../testing/partners/partner.ts';
import { type CommandResult, commandLine } from '../testing/process/command-line.ts';
import { emptyDatabase } from '../testing/process/database.ts';
import { CLI, INHERITED } from '../testing/process/process.ts';
import { staffOf } from '../testing/world/staff.ts';
import { type Caller, START, testWorld, type World } from '../testing/world/world.ts';

let world: World;
let lena: Caller & { email: string };
let folder: string;
beforeAll(async () => {
  world = await testWorld();
  lena = await world.user();
  folder = mkdtempSync(join(tmpdir(), 'samtrot-cli-'));
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const envOf = ({ url, config }: World) => ({
  DATABASE_URL: url,
  DATA_DIR: folder,
  DATA_KEY: config.dataKeys.join(','),
});
/** The command line beside the running product. */
const samtrot = async (...args: string[]) => {
  const { note: _, ...result } = await commandLine(
    { env: envOf(world), clock: world.clock },
    ...args,
  );
  return result;
};
const json = async (...args: string[]) => {
  const run = await samtrot(...args, '--json');
  expect(run.error).toBe('');
  return { code: run.code, ...JSON.parse(run.out) };
};
const audits = (action: string) =>
  world.db
    .selectFrom('audit')
    .select(['actor', 'object', 'details'])
    .where('action', '=', action)
    .orderBy('id')
    .execute();

const create = (address: string, name: string, role: string, ...more: string[]) =>
  json('staff', 'create', address, '--name', name, '--role', role, ...more);

test('staff create makes an invited person and prints a link, once per address [BOF-04]', async () => {
  const made = await create('Chefin@Beispiel.ch', 'Nora Keller', 'owner');
  expect(made).toMatchObject({ code: 0, ok: true, email: 'chefin@beispiel.ch', role: 'owner' });
  expect(made.link).toMatch(/^http:\/\/localhost:\d+\/betrieb\/einladung\?token=[\w-]{30,}$/);
  const people = (await json('staff', 'list')).people;
  expect(people).toMatchObject([{ name: 'Nora Keller', sign: 'NK', state: 'invited' }]);
  const twice = await samtrot(
    'staff',
    'create',
    'chefin@beispiel.ch',
    '--name',
    'X',
    '--role',
    'reader',
  );
  expect(twice).toMatchObject({ code: 1, error: 'Diese Person gibt es schon.\n' });
  const again = await json('staff', 'link', 'chefin@beispiel.ch');
  expect(again.link).not.toBe(made.link);
  expect(await audits('staff_added')).toEqual([
    { actor: 'cli', object: `staff:${made.staff_id}`, details: {} },
  ]);
});

test('approve refuses the asker with --as too, and needs a person [BOF-20, BOF-24]', async () => {
  const [asker, other] = [await staffOf(world, 'owner'), await staffOf(world, 'owner')];
  const person = await staffOf(world, 'reader');
  const change = { staff_id: person.staffId, role: 'owner', reason: 'Nachfolge' } as const;
  const id = String((await asker.call(setStaffRole, change)).body.approval_id);
  expect((await samtrot('approve', id)).error).toBe('Sag mit --as EMAIL, wer freigibt.\n');
  expect((await samtrot('approve', id, '--as', asker.email)).error).toBe(
    'Das muss eine andere Person freigeben.\n',
  );
  expect(await samtrot('approve', id, '--as', other.email)).toMatchObject({ code: 0 });
  // With two owners the command line makes no third one.
  expect(await create('dritte@samtrot.example', 'Dritte', 'owner')).toMatchObject({
    code: 1,
    error: expect.stringContaining('Es gibt schon zwei Inhaberinnen.'),
  });
});

test('a lost factor is reset on the command line, also of the last owner [BOF-13]', async () => {
  await using alone = await testWorld();
  const owner = await staffOf(alone, 'owner');
  const run = (...args: string[]) =>
    commandLine({ env: envOf(alone), clock: alone.clock }, ...args);
  expect(await run('staff', 'block', owner.email)).toMatchObject({
    code: 1,
    error: 'Es braucht mindestens eine Inhaberin.\n',
  });
  const reset = await run('staff', 'reset-factor', owner.email);
  expect(reset).toMatchObject({
    code: 0,
    out: expect.stringContaining('/betrieb/einladung?token='),
  });
  expect((await owner.call(staffMe, {})).status).toBe(401);
});

test('coupon create stores the coupon; the last day counts whole; a code exists once [decisions 10, GUT-45, CON-10]', async () => {
  const { out, code } = await samtrot(
    ...[
      'coupon',
      'create',
      'sommer-27',
      '--credits',
      '25',
      '--uses',
      '3',
      '--expires',
      '2099-07-31',
    ],
  );
  expect(code).toBe(0);
  expect(out).toBe(
    'Der Gutschein SOMMER-27 über 25 Credits ist angelegt: insgesamt 3-mal einlösbar, gültig bis und mit 2099-07-31.\n',
  );
  const coupon = await world.db.selectFrom('coupon').selectAll().executeTakeFirstOrThrow();
  expect(coupon).toMatchObject({ code: 'SOMMER-27', credits: 25, max_uses: 3, uses: 0 });
  expect(coupon.expires_at?.toISOString()).toBe('2099-07-31T22:00:00.000Z');
  expect(await audits('coupon_created')).toEqual([
    {
      actor: 'cli',
      object: expect.stringMatching(/^coupon:\d+$/),
      details: { code: 'SO•••••27', credits: 25, uses: 3 },
    },
  ]);
  expect(await json('coupon', 'create', 'SOMMER-27', '--credits', '5')).toEqual({
    code: 1,
    ok: false,
    error: 'Den Gutschein SOMMER-27 gibt es schon.',
  });
  expect(await json('coupon', 'create', 'OFFEN', '--credits', '5')).toMatchObject({
    ok: true,
    uses: null,
    expires: null,
  });
  expect(
    await json('coupon', 'create', 'ALT', '--credits', '5', '--expires', '2020-01-01'),
  ).toMatchObject({ code: 1 });
});

test('discount set lowers the price of a top-up [decisions 10, GUT-09]', async () => {
  expect(await json('discount', 'set', lena.email, '15')).toMatchObject({ code: 0, percent: 15 });
  const { body } = await lena.call(state, {});
  expect(body.state.user_meta.benutzerrabatt_prozent).toBe('15');
  expect(await audits('discount_set')).toEqual([
    { actor: 'cli', object: `account:${lena.userId}`, details: { percent: 15 } },
  ]);
  expect(await json('discount', 'set', 'niemand@beispiel.ch', '15')).toEqual({
    code: 1,
    ok: false,
    error: 'Es gibt kein Konto mit der Adresse niemand@beispiel.ch.',
  });
});

test('a personal discount is set in tenths of a percent, and everything says the same number [FIX-12]', async () => {
  const owner = await world.user();
  for (const [given, price] of [
    ['12.5', 87.5],
    ['0.1', 99.9],
  ] as const) {
    const set = await samtrot('discount', 'set', owner.email, given);
    expect(set.out).toBe(`${owner.email} bezahlt Aufladungen jetzt mit ${given} % Rabatt.\n`);
    const { body } = await owner.call(state, {});
    expect(body.state.user_meta.benutzerrabatt_prozent).toBe(given);
    const sent = { topup_option_id: 2, discount_percent: Number(given) };
    expect(await owner.call(walletTopup, { ...sent, payment_amount: 100 })).toMatchObject({
      status: 409,
      body: { price },
    });
    expect((await owner.call(walletTopup, { ...sent, payment_amount: price })).status).toBe(200);
  }
  const { discount_percent } = await world.db
    .selectFrom('payment')
    .select('discount_percent')
    .where('account_id', '=', owner.userId)
    .orderBy('created_at', 'desc')
    .orderBy('price_rappen', 'desc')
    .executeTakeFirstOrThrow();
  expect(discount_percent).toBe(0.1);
  const wrong = world.db
    .updateTable('account')
    .set({ discount_percent: 12.55 })
    .where('id', '=', owner.userId);
  await expect(wrong.execute()).rejects.toThrow('account_discount_percent_check');
});

test('credits grant books a correction each time, and the books still agree [decisions 10]', async () => {
  const first = await samtrot(
    'credits',
    'grant',
    lena.email,
    '30',
    '--reason',
    'Kulanz nach Ausfall',
  );
  expect(first.out).toBe(`${lena.email} hat 30 Credits erhalten. Neues Guthaben: 30 Credits.\n`);
  const goodwill = ['--reason', 'Kulanz', '--kind', 'goodwill'];
  expect(await json('credits', 'grant', lena.email, '12', ...goodwill)).toMatchObject({
    amount: 12,
    balance: 42,
  });
  expect((await lena.call(state, {})).body.state.credits).toBe(42);
  const transfers = await world.db
    .selectFrom('ledger_transfer')
    .select(['kind', 'amount', 'description'])
    .where('description', 'like', 'Kulanz%')
    .orderBy('id')
    .execute();
  expect(transfers).toEqual([
    { kind: 'correction', amount: 30, description: 'Kulanz nach Ausfall' },
    { kind: 'correction', amount: 12, description: 'Kulanz' },
  ]);
  const kinds = await world.db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'credits_corrected')
    .orderBy('id')
    .execute();
  expect(kinds).toMatchObject([{ after: { kind: 'other' } }, { after: { kind: 'goodwill' } }]);
  const taken = await samtrot('credits', 'deduct', lena.email, '2', ...goodwill);
  expect(taken.out).toBe(`${lena.email} hat 2 Credits weniger. Neues Guthaben: 40 Credits.\n`);
  const more = await samtrot('credits', 'deduct', lena.email, '41', ...goodwill);
  expect([more.code, more.error]).toEqual([
    1,
    expect.stringContaining('Das Guthaben ist 40 Credits'),
  ]);
  const unknown = await samtrot('credits', 'grant', lena.email, '1', ...goodwill.with(3, 'gift'));
  expect([unknown.code, unknown.error]).toEqual([2, expect.stringContaining('goodwill, mistake')]);
  expect(await samtrot('ledger', 'check')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Das Hauptbuch stimmt: \d+ Konten, \d+ Buchungen\.\n$/),
  });
});

test('a website that was added is offered, and its key opens the partner interface [decisions 10, PUB-35]', async () => {
  expect(await json('website', 'add', 'Mondgarten', 'https://mondgarten.example')).toMatchObject({
    code: 0,
  });
  const { body } = await world.visitor.call(state, {});
  expect(body.state.webseiten).toEqual([
    { name: 'Mondgarten', url: 'https://mondgarten.example', status: 'on' },
  ]);
  const { key, key_name } = await json('website', 'key', 'Mondgarten');
  expect(key_name).toBe('Kommandozeile');
  expect(await authenticate(world.db, key, world.clock.now())).toMatchObject({
    name: 'Mondgarten',
  });
  expect(await json('website', 'add', 'Mondgarten', 'https://zwei.example')).toMatchObject({
    code: 1,
    ok: false,
  });
  expect(await json('website', 'key', 'Unbekannt')).toMatchObject({ code: 1, ok: false });
  // In words alone, without the place in the code.
  expect(await samtrot('website', 'add', 'Mondgarten', 'https://zwei.example')).toEqual({
    code: 1,
    out: '',
    error: 'Diese Webseite gibt es bereits.\n',
  });
  expect(await samtrot('website', 'key', 'Unbekannt')).toEqual({
    code: 1,
    out: '',
    error: 'Eine Webseite «Unbekannt» gibt es nicht.\n',
  });
});

test('a key of the command line has a name of its own, and at most five are good [BOF-119]', async () => {
  await json('website', 'add', 'Lilienhof', 'https://lilienhof.example');
  const key = (...name: string[]) => json('website', 'key', 'Lilienhof', ...name);
  const names = [await key(), await key(), await key('Server 2026')].map((one) => one.key_name);
  expect(names).toEqual(['Kommandozeile', 'Kommandozeile 2', 'Server 2026']);
  expect(await key('Server 2026')).toMatchObject({
    code: 1,
    error: 'So heisst schon ein Schlüssel.',
  });
  expect(await key('x')).toMatchObject({ code: 2, error: expect.stringMatching(/^KEY: /) });
  expect([(await key()).code, (await key()).code]).toEqual([0, 0]);
  expect((await key()).error).toContain('Es gelten schon 5 Schlüssel.');
});

test('website accepts says what a website shows at most, or sets it, once in the audit log [PUB-35]', async () => {
  await json('website', 'add', 'Rosengarten', 'https://rosengarten.example');
  expect(await json('website', 'accepts', 'Rosengarten')).toMatchObject({
    code: 0,
    accepts: 'erotisch',
  });
  for (const again of [1, 2])
    expect(await samtrot('website', 'accepts', 'Rosengarten', 'explizit'), String(again)).toEqual({
      code: 0,
      out: 'Rosengarten bekommt Bilder und Videos bis und mit «explizit».\n',
      error: '',
    });
  expect((await audits('website_accepts')).map(({ details }) => details)).toEqual([
    { before: 'erotisch', accepts: 'explizit' },
  ]);
  expect(await json('website', 'accepts', 'Unbekannt')).toMatchObject({ code: 1, ok: false });
});

test('website link says where one ad or one club stands on a website, sets it, and takes it away [decisions 7]', async () => {
  await json('website', 'add', 'Nelkengarten', 'https://nelkengarten.example');
  const link = (...more: string[]) => json('website', 'link', 'Nelkengarten', ...more);
  const [ads, clubs] = [
    'https://nelkengarten.example/i/{id}',
    'https://www.nelkengarten.example/club/{id}?von=portal',
  ];
  expect(await link('inserat')).toMatchObject({ code: 0, kind: 'inserat', url: null });
  for (const again of [false, true])
    expect(await samtrot('website', 'link', 'Nelkengarten', 'inserat', ads), String(again)).toEqual(
      {
        code: 0,
        error: '',
        out: `Die Adresse eines Inserats auf Nelkengarten ist ${ads}.\n`,
      },
    );
  expect(await link('club', clubs)).toMatchObject({ code: 0, kind: 'club', url: clubs });
  expect([(await link('inserat')).url, (await link('club')).url]).toEqual([ads, clubs]);
  expect(await link('club', '')).toMatchObject({ code: 0, url: null });
  expect([(await link('inserat')).url, (await link('club')).url]).toEqual([ads, null]);
  expect((await audits('website_link')).map(({ details }) => details)).toEqual([
    { kind: 'inserat', before: '', link: ads },
    { kind: 'club', before: '', link: clubs },
    { kind: 'club', before: clubs, link: '' },
  ]);
  expect(await json('website', 'link', 'Unbekannt', 'club')).toMatchObject({ code: 1, ok: false });
  expect(await json('website', 'link', 'Unbekannt', 'club', clubs)).toMatchObject({
    code: 1,
    ok: false,
  });
});

test('website embed prints the snippet of each place: framed, sandboxed, without a referrer [T-DEL-10]', async () => {
  await json('website', 'add', 'Tulpengarten', 'https://tulpengarten.example');
  const { code, snippets } = await json('website', 'embed', 'Tulpengarten');
  const { public_id: id } = await world.db
    .selectFrom('website')
    .select('public_id')
    .where('name', '=', 'Tulpengarten')
    .executeTakeFirstOrThrow();
  expect([code, Object.keys(snippets)]).toEqual([0, ['a1', 'a2', 'a3', 'a4']]);
  const { out } = await samtrot('website', 'embed', 'Tulpengarten');
  for (const slot of ['a1', 'a2', 'a3', 'a4']) {
    expect(out).toContain(snippets[slot]);
    const script = `<script src="http://localhost:3000/embed/${id}/${slot}.js" async referrerpolicy="no-referrer"></script>`;
    expect(snippets[slot].split('\n')[0]).toBe(script);
  }
  expect(snippets.a2.split('\n')[1]).toBe(
    `<noscript><iframe src="http://localhost:3000/embed/${id}/a2" width="715" height="244" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" loading="lazy" title="Anzeige"></iframe></noscript>`,
  );
  expect(snippets.a3).not.toContain('<noscript>');
  expect(await json('website', 'embed', 'Unbekannt')).toMatchObject({ code: 1, ok: false });
});

test.each([
  [['gibtesnicht'], 'Den Befehl «gibtesnicht» gibt es nicht.'],
  [['staff'], 'Den Befehl «staff» gibt es nicht.'],
  [['staff', 'create'], 'Es fehlt eine Angabe'],
  [['staff', 'link', 'a@b.ch', 'zuviel'], 'oder es ist eine zu viel'],
  [
    ['staff', 'link', 'keine-adresse'],
    'Bitte gib eine gültige E-Mail-Adresse ein. (keine-adresse)',
  ],
  [['staff', 'link', 'a@b.ch,c@d.ch'], 'Bitte gib eine gültige E-Mail-Adresse ein.'],
  [['staff', 'create', 'a@b.ch', '--name', 'A', '--role', 'chef'], '--role muss eines von owner'],
  [['coupon', 'create', 'AB', '--credits', '5'], 'Ungültiges Gutschein-Format.'],
  [['coupon', 'create', 'ABC'], '--credits fehlt.'],
  [
    ['coupon', 'create', 'ABC', 'DEF', '--credits', '5'],
    'Es fehlt eine Angabe, oder es ist eine zu viel.',
  ],
  [['coupon', 'create', 'ABC', '--credits'], 'Bei --credits stimmt der Wert nicht.'],
  [
    ['coupon', 'create', 'ABC', '--credits', '1.5'],
    '--credits muss eine ganze Zahl von 1 bis 100’000 sein.',
  ],
  [['coupon', 'create', 'ABC', '--credits', '0'], '--credits muss eine ganze Zahl'],
  [['coupon', 'create', 'ABC', '--credits', '5', '--uses', '0'], '--uses muss eine ganze Zahl'],
  [
    ['coupon', 'create', 'ABC', '--credits', '5', '--expires', '2027-02-30'],
    '--expires muss ein Tag wie',
  ],
  [
    ['coupon', 'create', 'ABC', '--credits', '5', '--farbe', 'rot'],
    'Die Angabe --farbe gibt es hier nicht.',
  ],
  [['discount', 'set', 'a@b.ch', '101'], 'PERCENT muss eine Zahl von 0 bis 100 sein'],
  [['discount', 'set', 'a@b.ch', '100.1'], 'mit höchstens einer Stelle nach dem Punkt (12.5).'],
  [['discount', 'set', 'a@b.ch', '12.55'], 'mit höchstens einer Stelle nach dem Punkt (12.5).'],
  [['discount', 'set', 'a@b.ch', '-5'], 'Die Angabe -5 gibt es hier nicht.'],
  [['credits', 'grant', 'a@b.ch', '1e3', '--reason', 'x'], 'N muss eine ganze Zahl'],
  [['credits', 'grant', 'a@b.ch', '10'], '--reason fehlt.'],
  [['credits', 'grant', 'a@b.ch', '10', '--reason', '  '], '--reason fehlt.'],
  [
    ['website', 'add', 'Mondgarten', 'javascript:alert(1)'],
    'URL muss mit http:// oder https:// beginnen.',
  ],
  [
    ['website', 'accepts', 'Mondgarten', 'Explizit'],
    'RATING muss eines von jugendfrei, erotisch, explizit sein.',
  ],
  [['website', 'accepts'], 'Es fehlt eine Angabe'],
  [['website', 'link', 'Mondgarten'], 'Es fehlt eine Angabe'],
  [['website', 'link', 'Mondgarten', 'banner'], 'KIND muss inserat oder club sein.'],
  ...[
    ...[
      'https://mondgarten.example/inserat',
      'http://mondgarten.example/{id}',
      'https://{id}.example/',
      'javascript:{id}',
    ],
    ...[
      'http://localhost.example/{id}',
      'https://a@mondgarten.example/{id}',
      'https://mond.example/{id}/{id}',
    ],
    `https://mondgarten.example/${'x'.repeat(500)}{id}`,
  ].map((url): [string[], string] => [['website', 'link', 'Mondgarten', 'inserat', url], 'URL: ']),
  [
    ['seed', '--advertisers', '0', '--ads', '1', '--seed', '1'],
    '--advertisers muss eine ganze Zahl',
  ],
])('called wrongly: %j ends with code 2 and says why', async (args, words) => {
  const { code, out, error } = await samtrot(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toContain(words);
});

test('called wrongly, the process says it on the error channel, or as JSON', async () => {
  const env = { ...INHERITED, DATABASE_URL: world.url, DATA_DIR: folder };
  const { code, out, error } = await new Promise<Omit<CommandResult, 'note'>>((done) =>
    execFile(process.execPath, [CLI, 'gibtesnicht'], { env }, (failure, out, error) =>
      done({ code: failure ? Number(failure.code) : 0, out, error }),
    ),
  );
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toMatch(/^Den Befehl «gibtesnicht» gibt es nicht\.\n/);
  expect(await json('coupon', 'create', 'ABC')).toMatchObject({ code: 2, ok: false });
  expect(await json('payments', 'chargeback', '17', '--reason', 'x')).toMatchObject({
    code: 2,
    ok: false,
  });
});

test('help names every command', async () => {
  const { code, out } = await samtrot('--help');
  expect(code).toBe(0);
  for (const command of [
    'staff create',
    'staff list',
    'staff block',
    'staff reset-factor',
    'staff link',
    'approve',
    'coupon create',
    'coupon list',
    'discount set',
    'credits grant',
    'credits deduct',
    'website add',
    'website key',
    'website accepts',
    'website link',
    'website embed',
    'website webhook',
    'website webhook-rotate',
    'website webhook-resend',
    'ledger check',
    'ledger seal',
    'media check',
    'payments cases',
    'payments close',
    'payments refund',
    'payments chargeback',
    'payments ask',
    'payments reconcile',
    'seed',
    'openapi',
  ]) {
    expect(out).toContain(`  ${command}`);
  }
  expect((await samtrot('coupon', 'create', '--help')).out).toMatch(
    /^ {2}coupon create \[CODE\] --credits N/,
  );
});

test('openapi prints the document of every call, without a database', async () => {
  const { code, out } = await samtrot('openapi');
  expect(code).toBe(0);
  const document = JSON.parse(out);
  expect(document.openapi).toBe('3.1.0');
  expect(JSON.stringify(document)).toContain(state.name);
  expect((await json('openapi')).document).toEqual(document);
});

test('seed fills with the same data for the same number, keeps the books right, and not twice', async () => {
  const words = ['seed', '--advertisers', '7', '--ads', '400', '--seed', '5'];
  expect(await json(...words)).toEqual({ code: 0, ok: true, advertisers: 7, ads: 400, seed: 5 });
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as ads, count(*) filter (where status = 'aktiv')::int as running,
           count(*) filter (where status = 'aktiv' and (end_at <= ${START} or start_at > ${START} or cantons = '{}'))::int as impossible,
           count(distinct cantons[1])::int as cantons, count(distinct public_id)::int as ids from inserat`.execute(
    world.db,
  );
  expect(rows[0]).toMatchObject({ ads: 400, ids: 400, impossible: 0 });
  expect(rows[0]!.running).toBeGreaterThan(340);
  expect(rows[0]!.cantons).toBeGreaterThan(12);
  const sample = await sql<{ public_id: string; titel: string }>`
    select public_id, titel from inserat order by id limit 1`.execute(world.db);
  expect(sample.rows[0]).toEqual({
    public_id: 'aaca8d4b-2366-43c1-808b-c708335215d7',
    titel: 'Entspannte Stunden in Bern',
  });
  await json('website', 'add', 'Abendwind', 'https://abendwind.example');
  const { key } = await json('website', 'key', 'Abendwind');
  const headers = { authorization: `Bearer ${key}` };
  const { body } = await world.send('', { url: '/partner/v1/ads?limit=100', headers });
  expect(exactly(adsAnswer, body).ads).toHaveLength(100);
  expect(await json('ledger', 'check')).toMatchObject({ code: 0, ok: true, problems: [] });
  expect(await json(...words)).toMatchObject({ code: 1, ok: false });
  expect(
    (await world.visitor.call(login, { log: 'demo-5-3@samtrot.example', pwd: 'Samt-und-Seide-24' }))
      .status,
  ).toBe(200);
});

test('ledger seal shows the seal to be kept elsewhere, and the same one while nothing is added [decisions 10]', async () => {
  const first = await json('ledger', 'seal');
  expect(first).toMatchObject({
    code: 0,
    ok: true,
    seal: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect((await samtrot('ledger', 'seal')).out).toContain(first.seal.hash);
});

test('media check counts what is too much, and ends with code 1 for what is missing [INV-08]', async () => {
  const files = diskStorage(join(folder, 'media'));
  const [own, foreign] = ['a'.repeat(64), 'b'.repeat(64)];
  await files.put(`${own}-320.webp`, Buffer.from('x'));
  await files.put(`${foreign}-320.webp`, Buffer.from('x'));
  const { id } = await world.db
    .insertInto('inserat')
    .values({
      account_id: lena.userId,
      status: 'entwurf',
      inserat_typ: 'free',
      created_at: START,
      changed_at: START,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const of = {
    account_id: lena.userId,
    inserat_id: id,
    name: 'x',
    placeholder: '',
    position: 1,
    created_at: START,
  };
  await world.db
    .insertInto('image')
    .values({ ...of, content_id: own, width: 640, height: 640, widths: [320] })
    .execute();
  const found = { stored: 2, orphans: [`${foreign}-320.webp`] };
  expect(await json('media', 'check')).toEqual({ code: 0, ok: true, ...found, missing: [] });
  await world.db
    .updateTable('image')
    .set({ widths: [320, 640] })
    .where('content_id', '=', own)
    .execute();
  expect(await json('media', 'check')).toEqual({
    code: 1,
    ok: false,
    ...found,
    missing: [`${own}-640.webp`],
  });
  const { out } = await samtrot('media', 'check');
  expect(out).toContain(`Es fehlt eine Datei:\n  ${own}-640.webp`);
  await world.db.deleteFrom('image').where('content_id', '=', own).execute();
  await world.db.deleteFrom('inserat').where('id', '=', id).execute();
});

test('ledger check names what is wrong and ends with code 1 [decisions 10]', async () => {
  const owner = connect(world.url, { role: null, max: 1 });
  await owner.db
    .updateTable('ledger_account')
    .set({ balance: 43 })
    .where('owner_id', '=', lena.userId)
    .execute();
  await owner.db.destroy();
  const text = await samtrot('ledger', 'check');
  expect(text.code).toBe(1);
  expect(text.out).toMatch(/^Das Hauptbuch stimmt nicht \(.*\)\.\n/);
  expect(text.out).toContain(
    `Konto ${lena.userId} (wallet): gespeicherter Saldo 43, Summe der Buchungen 40`,
  );
  const { ok, problems } = await json('ledger', 'check');
  expect(ok).toBe(false);
  expect(problems.length).toBeGreaterThan(0);
});

test('a command carries the person of --as, who needs its right [BOF-139]', async () => {
  const [owner, reader] = [await staffOf(world, 'owner'), await staffOf(world, 'reader')];
  const wish = ['--until', '2099-12-31', '--reason', 'Treue'];
  const by = (address: string) =>
    samtrot('discount', 'set', lena.email, '5', ...wish, '--as', address);
  expect(await by('niemand@samtrot.example')).toMatchObject({ code: 1 });
  expect(await by(reader.email)).toMatchObject({
    code: 1,
    error: 'Dafür fehlt dir das Recht «Rabatte». Wende dich an die Inhaberin.\n',
  });
  expect(await by(owner.email)).toMatchObject({ code: 0 });
  // Also where a command has no line of its own, its right stands in the log.
  const called = ['website', 'add', 'Krokuswiese', 'https://krokus.example'];
  expect(await samtrot(...called, '--as', owner.email)).toMatchObject({ code: 0 });
  const lines = await world.db
    .selectFrom('audit')
    .select(['action', 'right', 'reason'])
    .where('staff_id', '=', owner.staffId)
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { action: 'discount_set', right: 'discount.set', reason: 'Treue' },
    { action: 'website_added', right: 'partner.manage', reason: null },
  ]);
  await samtrot('staff', 'block', reader.email, '--as', owner.email);
  expect((await by(reader.email)).error).toBe(
    `${reader.email} gehört zu niemandem, der hier arbeitet.\n`,
  );
});

test('production asks for --as wherever something changes, but for the first owner [BOF-04, BOF-139]', async () => {
  await using house = await testWorld();
  const random = (name: string) => createHash('sha256').update(name).digest('base64url');
  const names = ['NAME', 'STREET', 'CITY', 'COUNTRY', 'UID', 'REGISTER', 'REPRESENTATIVE', 'PHONE'];
  const env = {
    ...envOf(house),
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://portal.example',
    SESSION_SECRET: random('session'),
    DATA_KEY: random('data'),
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'dienst@portal.example',
    SUPPORT_EMAIL: 'hilfe@portal.example',
    REGISTRATION_PRIVACY: 'discreet',
    PAYMENT_PROVIDERS: 'bank',
    BANK_IBAN: 'CH9300762011623852957',
    ...Object.fromEntries(names.map((name) => [`OPERATOR_${name}`, '8000 Zürich'])),
    OPERATOR_EMAIL: 'haus@portal.example',
    OPERATOR_HOSTING: 'Schweiz',
    OPERATOR_ABROAD: 'keine.',
    OPERATOR_EU_REPRESENTATIVE: 'keine bestellt.',
  };
  const run = (...args: string[]) => commandLine({ env, clock: house.clock }, ...args);
  const coupon = (...more: string[]) => run('coupon', 'create', '--credits', '5', ...more);
  const refused = { code: 1, error: 'Sag mit --as EMAIL, wer das tut; es steht im Protokoll.\n' };
  expect(await coupon()).toMatchObject(refused);
  expect(await run('staff', 'list')).toMatchObject({ code: 0, error: '' });
  const add = (address: string) =>
    run('staff', 'create', address, '--name', 'Nora Keller', '--role', 'owner');
  const made = await add('nora@portal.example');
  expect(made).toMatchObject({ code: 0, error: '' });
  expect(made.out).toContain('https://portal.example/betrieb/einladung?token=');
  await house.db
    .updateTable('staff')
    .set({ state: 'active', password_hash: 'x' })
    .where('name', '=', 'Nora Keller')
    .execute();
  expect(await add('olga@portal.example')).toMatchObject(refused);
  const once = ['--uses', '1', '--reason', 'Probe', '--as', 'nora@portal.example'];
  expect(await coupon(...once)).toMatchObject({ code: 0, error: '' });
  // A whole code is money: its line in the log names who read it.
  expect(await run('coupon', 'list')).toMatchObject({ code: 0, error: '' });
  expect(await run('coupon', 'list', '--full')).toMatchObject({ ...refused, out: '' });
  expect(await run('thread', 'list')).toMatchObject({ code: 0, error: '' });
  expect(await run('thread', 'list', '--search', 'Rechnung')).toMatchObject(refused);
  const full = await run('coupon', 'list', '--full', '--as', 'nora@portal.example');
  expect(full).toMatchObject({ code: 0, error: '' });
  const lines = await house.db
    .selectFrom('audit')
    .select('actor')
    .where('action', '=', 'coupon_codes_read')
    .execute();
  expect(lines).toEqual([{ actor: 'staff:1' }]);
});

test('every command names its database, never with its password, and keeps JSON one line [RUN-08]', async () => {
  const { note, out } = await commandLine({ env: envOf(world) }, 'staff', 'list', '--json');
  const { host, pathname, password } = new URL(world.url);
  expect(note).toBe(`Datenbank: ${pathname.slice(1)} auf ${host}\n`);
  expect(note).not.toContain(password || 'without one');
  expect(out.trim().split('\n')).toHaveLength(1);
});

test('--env takes the settings of the service, before those of the shell [RUN-08]', async () => {
  const file = join(folder, 'service.env');
  const settings = (env: Record<string, string>) =>
    writeFileSync(
      file,
      Object.entries(env)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
  const elsewhere = { DATABASE_URL: 'postgres://niemand@127.0.0.1:1/nirgends', DATA_DIR: folder };
  const run = () => commandLine({ env: elsewhere }, 'staff', 'list', '--env', file);
  settings(envOf(world));
  expect(await run()).toMatchObject({ code: 0, error: '' });
  settings({ ...envOf(world), DATABSE_URL: world.url, LOG_LEVLE: 'info', MADE_UP: '1' });
  const refused = await run();
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.error).toContain('DATABSE_URL is no setting; is DATABASE_URL meant?');
  expect(refused.error).toContain('LOG_LEVLE is no setting; is LOG_LEVEL meant?');
  expect(refused.error).toContain('MADE_UP is no setting\n');
  rmSync(file);
  expect(await run()).toMatchObject({ code: 2 });
});

describe('a command makes no database [RUN-08]', () => {
  const inFolder = (DATA_DIR: string, ...args: string[]) =>
    commandLine({ env: { DATA_DIR } }, ...args);

  test.each(['empty', 'foreign', 'missing'])('in a folder that is %s', async (kind) => {
    const place = join(mkdtempSync(join(folder, 'other-')), 'data');
    if (kind !== 'missing') mkdirSync(place);
    if (kind === 'foreign') writeFileSync(join(place, 'notes.txt'), 'of somebody else');
    const before = existsSync(place) && readdirSync(place);
    for (const args of [['staff', 'list'], ['ledger', 'check', '--json'], ['migrate']]) {
      const { code, out, error } = await inFolder(place, ...args);
      expect(code, args.join(' ')).toBe(2);
      expect(out + error).toContain(`In ${place} ist keine Datenbank von Samtrot.`);
    }
    expect(existsSync(place) && readdirSync(place)).toEqual(before);
  });

  test('and none of another program, but by «migrate», which fills an empty one', async () => {
    await using other = await emptyDatabase();
    const env = { ...envOf(world), DATABASE_URL: other.url };
    const run = (...args: string[]) => commandLine({ env }, ...args);
    const refused = await run('staff', 'list');
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.error).toContain('ist leer oder gehört einem anderen Programm');
    expect(await other.tables()).toBe(0);
    expect((await run('migrate')).out).toMatch(/^Angewendet:\n0001_base\.sql\n/);
    expect((await run('migrate')).out).toContain('auf dem Stand dieses Programms');
    expect(await run('staff', 'list')).toMatchObject({ code: 0 });
  });

  test('and changes no tables of an older or a newer release [RUN-07]', async () => {
    await using house = await testWorld();
    const run = (...args: string[]) => commandLine({ env: envOf(house) }, ...args);
    const owner = new pg.Client(house.url);
    await owner.connect();
    const { rows } = await owner.query(
      'delete from migration where name = (select max(name) from migration) returning *',
    );
    const refused = await run('ledger', 'check');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.error).toContain('ist älter als dieses Programm: «samtrot migrate»');
    await owner.query('insert into migration (name, hash) values ($1, $2), ($3, $2)', [
      rows[0].name,
      rows[0].hash,
      '9999_later.sql',
    ]);
    expect((await run('ledger', 'check')).error).toContain('ist neuer als dieses Programm');
    expect((await run('migrate')).error).toContain('ist neuer als dieses Programm');
    await owner.end();
  });
});
