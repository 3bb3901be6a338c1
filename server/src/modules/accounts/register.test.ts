import { register } from '@samtrot/shared/accounts/contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, testWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.db.deleteFrom('session').execute();
  await world.db.deleteFrom('account').execute();
  await world.db.deleteFrom('mail').execute();
  await world.db.deleteFrom('rate_limit').execute();
});

const LENA = { username: 'Lena', email: 'lena@beispiel.ch', password: PASSWORD, nickname: 'Lena' };
const post = (payload: unknown) => world.visitor.raw('register', { payload: payload as object });
const accounts = () => world.db.selectFrom('account').selectAll().execute();

const NAME_CHARACTERS = 'Nur Buchstaben, Ziffern, Leerzeichen, _ und - sind erlaubt.';
const BAD_EMAIL = 'Bitte gib eine gültige E-Mail-Adresse ein.';
const REQUIRED = 'Dieses Feld ist erforderlich';
const FORMAT = 'Ungültiges Format';

test('AUT-28 AUT-81 API-08 an account begins with its name as nickname, and its owner gets one neutral mail', async () => {
  const answer = await world.visitor.call(register, { ...LENA, email: '  Lena@Beispiel.CH ', username: '  Lena ' });
  expect(answer).toMatchObject({ status: 200, body: { success: true, message: expect.stringMatching(/erstellt/) } });
  expect(await accounts()).toMatchObject([
    { username: 'Lena', nickname: 'Lena', email: 'lena@beispiel.ch', role: 'advertiser', discount_percent: 0 },
  ]);
  const mails = await world.db.selectFrom('mail').selectAll().execute();
  expect(mails).toMatchObject([{ recipient: 'lena@beispiel.ch', subject: 'Dein Konto ist bereit' }]);
  const [, token] = /http:\/\/localhost:3000\/auth\/confirm\?token=([\w-]+)/.exec(JSON.stringify(mails[0]))!;
  expect((await world.visitor.raw('confirm_email', { payload: { token } })).status).toBe(200);
  expect((await accounts())[0]!.email_confirmed_at).toEqual(world.clock.now());
  expect(world.defects).toEqual([]);
});

test('AUT-28 another nickname, a role, an id and a discount in the request change nothing', async () => {
  const extra = {
    nickname: 'Chefin',
    role: 'operator',
    id: 1,
    discount_percent: 100,
    credits: 999,
    password_hash: 'x',
  };
  expect(await post({ ...LENA, ...extra })).toMatchObject({ status: 200 });
  const [account] = await accounts();
  expect(account).toMatchObject({ nickname: 'Lena', role: 'advertiser', discount_percent: 0 });
  expect(account!.id).toBeGreaterThan(10_000);
});

test.each([
  ['AUT-30 AUT-33 missing name', { username: undefined }, 'username', REQUIRED],
  ['AUT-30 AUT-33 empty name', { username: '' }, 'username', 'Benutzername ist erforderlich.'],
  ['AUT-30 AUT-33 blank name', { username: ' \t ' }, 'username', 'Benutzername ist erforderlich.'],
  ['AUT-30 name null', { username: null }, 'username', REQUIRED],
  ['AUT-30 name as number', { username: 12345 }, 'username', FORMAT],
  ['AUT-30 name as list', { username: ['Lena'] }, 'username', FORMAT],
  ['AUT-30 name as object', { username: { $ne: '' } }, 'username', FORMAT],
  [
    'AUT-31 CON-35 name of three',
    { username: 'abc' },
    'username',
    'Der Benutzername muss mindestens 4 Zeichen lang sein.',
  ],
  ['AUT-33 name of 81', { username: 'a'.repeat(81) }, 'username', 'Maximal 80 Zeichen erlaubt'],
  ['AUT-32 name with a dot', { username: 'ab.cd' }, 'username', NAME_CHARACTERS],
  ['AUT-32 name in another script', { username: 'Леночка' }, 'username', NAME_CHARACTERS],
  ['AUT-32 name with HTML', { username: '<b>Lena</b>' }, 'username', NAME_CHARACTERS],
  ['AUT-32 name with NUL', { username: 'Lena\u0000' }, 'username', NAME_CHARACTERS],
  ['AUT-32 name with a control character', { username: 'Le\u0007na' }, 'username', NAME_CHARACTERS],
  ['AUT-32 name with half an emoji', { username: 'Lena\ud83d' }, 'username', NAME_CHARACTERS],
  ['AUT-32 name with a mark that turns the direction', { username: 'Lena\u202e' }, 'username', NAME_CHARACTERS],
  ['AUT-34 missing e-mail', { email: undefined }, 'email', REQUIRED],
  ['AUT-34 empty e-mail', { email: ' ' }, 'email', 'E-Mail-Adresse ist erforderlich.'],
  ['AUT-35 e-mail as list', { email: ['lena@beispiel.ch'] }, 'email', FORMAT],
  ['AUT-35 e-mail as flag', { email: true }, 'email', FORMAT],
  ['AUT-35 CON-36 a@b.c', { email: 'a@b.c' }, 'email', BAD_EMAIL],
  ['AUT-35 two addresses', { email: 'lena@beispiel.ch,evil@evil.example' }, 'email', BAD_EMAIL],
  ['AUT-35 a header in the address', { email: 'lena@beispiel.ch\r\nBcc: evil@evil.example' }, 'email', BAD_EMAIL],
  ['AUT-35 e-mail in another script', { email: 'лена@beispiel.ch' }, 'email', BAD_EMAIL],
  ['AUT-35 e-mail with NUL', { email: 'lena\u0000@beispiel.ch' }, 'email', BAD_EMAIL],
  ['AUT-35 e-mail of 255', { email: `lena@${'beispiel.'.repeat(28)}ch` }, 'email', BAD_EMAIL],
  [
    'AUT-36 throw-away mail',
    { email: 'lena@mailinator.com' },
    'email',
    'Bitte verwende keine temporäre E-Mail-Adresse.',
  ],
  ['AUT-41 missing password', { password: undefined }, 'password', REQUIRED],
  ['AUT-41 password null', { password: null }, 'password', REQUIRED],
  ['AUT-41 password as number', { password: 123456789012 }, 'password', FORMAT],
  ['AUT-41 password of eleven', { password: 'Abcdefgh-12' }, 'password', 'Mindestens 12 Zeichen'],
  ['AUT-46 password with a space', { password: 'Gut Gewaehlt-26' }, 'password', 'Keine Leerzeichen erlaubt'],
  ['AUT-48 password with qwerty', { password: 'Gut-Qwerty-2026' }, 'password', 'Keine einfachen Muster verwenden'],
  ['AUT-41 password of 129', { password: `Gut-${'ab'.repeat(62)}1` }, 'password', 'Maximal 128 Zeichen erlaubt'],
  ['AUT-41 password with NUL', { password: `${PASSWORD}\u0000` }, 'password', FORMAT],
])('%s is refused at its field and nothing is stored', async (_title, change, field, message) => {
  const answer = await post({ ...LENA, ...change });
  expect(answer).toMatchObject({
    status: 422,
    body: { success: false, code: 'INVALID_INPUT', errors: { [field]: message } },
  });
  expect(Object.keys(answer.body.errors)).toEqual([field]);
  expect(await accounts()).toEqual([]);
  expect(world.defects).toEqual([]);
});

test('API-08 every wrong field has its own message at once', async () => {
  const answer = await post({});
  expect(answer.body.errors).toEqual({ username: REQUIRED, email: REQUIRED, password: REQUIRED });
});

test('a field of a megabyte is refused before it is read', async () => {
  expect(await post({ ...LENA, username: 'a'.repeat(1_000_000) })).toMatchObject({
    status: 413,
    body: { code: 'TOO_LARGE' },
  });
  expect(await accounts()).toEqual([]);
});

test('AUT-29 API-08 ERR-004 a taken e-mail address is told, also in other letters', async () => {
  await post(LENA);
  const answer = await post({ ...LENA, username: 'Jemand anders', email: 'LENA@beispiel.ch' });
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN', errors: { email: 'Diese E-Mail-Adresse ist bereits registriert.' } },
  });
  expect(await accounts()).toHaveLength(1);
});

test.each(['LENA', 'L-e-n-a', 'L e n a'])(
  'AUT-29 AUT-30 the name %s looks like Lena and is taken',
  async (username) => {
    await post(LENA);
    const answer = await post({ ...LENA, username, email: 'andere@beispiel.ch' });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'USERNAME_TAKEN', errors: { username: 'Dieser Benutzername ist bereits vergeben.' } },
    });
    expect(await accounts()).toHaveLength(1);
  },
);

test('T-RACE-08 AUT-81 50 equal registrations at once make one account and one mail', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(LENA)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
  expect(await accounts()).toHaveLength(1);
  expect(await world.db.selectFrom('mail').select('id').execute()).toHaveLength(1);
  expect(world.defects).toEqual([]);
});

test('T-RACE-08 AUT-30 50 look-alike names at once make one account', async () => {
  const names = ['Rnaria', 'rnaria', 'Maria', 'm-aria', 'M a ria', 'r-naria', 'Rn_aria', 'MAR1A', 'rn arla', 'MAR-lA '];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      post({ ...LENA, username: names[i % names.length], email: `maria${i}@beispiel.ch` }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
  expect(await accounts()).toHaveLength(1);
  expect(world.defects).toEqual([]);
});

test('a form registers as JSON does', async () => {
  const answer = await world.visitor.raw('register', {
    payload: new URLSearchParams(LENA).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.status).toBe(200);
});

test('AUT-81 the password is kept as an argon2id hash and nothing else holds it', async () => {
  await post(LENA);
  const [account] = await accounts();
  expect(account!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await dumpOf(world)).not.toContain(PASSWORD);
});

/** Every value of every table as one text. */
async function dumpOf({ pool }: World): Promise<string> {
  const tables = await pool.query("select format('%I', tablename) as name from pg_tables where schemaname = 'public'");
  const contents = await Promise.all(
    tables.rows.map(({ name }) =>
      pool.query(`select coalesce(string_agg(t::text, E'\\n'), '') as text from ${name} t`).catch(() => ({ rows: [] })),
    ),
  );
  return contents.map(({ rows }) => rows[0]?.text ?? '').join('\n');
}

test('T-AUTH-01 registrations from one address are limited and the wait is told', async () => {
  await using strict = await testWorld({ LIMIT_FACTOR: '1' });
  const attempt = async (i: number) => {
    const proof = await strict.proof('register');
    const who = { username: `Lena ${i}`, email: `lena${i}@beispiel.ch` };
    return strict.visitor.raw('register', { payload: { ...LENA, ...who, proof } });
  };
  for (let i = 0; i < 10; i++) expect((await attempt(i)).status).toBe(200);
  strict.clock.advance(30 * 60_000);
  const refused = await attempt(10);
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1800' },
    body: { code: 'TOO_MANY_ATTEMPTS', message: 'Zu viele Versuche. Bitte warte 1800 Sekunden.' },
  });
  strict.clock.advance(30 * 60_000);
  expect((await attempt(10)).status).toBe(200);
});
