import { register } from '@samtrot/shared/accounts/contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rowsInClear } from '../../../testing/world/encrypted-rows.ts';
import { PASSWORD, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.db.deleteFrom('session').execute();
  await world.db.deleteFrom('mail').execute();
  await world.db.deleteFrom('account').execute();
  await world.db.deleteFrom('rate_limit').execute();
});

const LENA = { username: 'Lena', email: 'lena@beispiel.ch', password: PASSWORD, nickname: 'Lena' };
const post = (payload: unknown) => world.visitor.raw('register', { payload: payload as object });
const accounts = () => rowsInClear(world.db, 'account');

const NAME_CHARACTERS = 'Nur Buchstaben, Ziffern, Leerzeichen, _ und - sind erlaubt.';
const BAD_EMAIL = 'Bitte gib eine gültige E-Mail-Adresse ein.';
const REQUIRED = 'Dieses Feld ist erforderlich';
const FORMAT = 'Ungültiges Format';

test('an account begins with its name as nickname, and its owner gets one neutral mail [AUT-28, AUT-81, API-08]', async () => {
  const answer = await world.visitor.call(register, {
    ...LENA,
    email: '  Lena@Beispiel.CH ',
    username: '  Lena ',
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, message: expect.stringMatching(/erstellt/) },
  });
  expect(await accounts()).toMatchObject([
    {
      username: 'Lena',
      nickname: 'Lena',
      email: 'lena@beispiel.ch',
      discount_percent: 0,
    },
  ]);
  const mails = await rowsInClear(world.db, 'mail');
  expect(mails).toMatchObject([
    { recipient: 'lena@beispiel.ch', subject: 'Dein Konto ist bereit' },
  ]);
  const [, token] = /http:\/\/localhost:3000\/auth\/confirm\?token=([\w-]+)/.exec(
    JSON.stringify(mails[0]),
  )!;
  expect((await world.visitor.raw('confirm_email', { payload: { token } })).status).toBe(200);
  expect((await accounts())[0]!.email_confirmed_at).toEqual(world.clock.now());
  expect(world.defects).toEqual([]);
});

test('another nickname, a role, an id and a discount in the request change nothing [AUT-28]', async () => {
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
  expect(account).toMatchObject({ nickname: 'Lena', discount_percent: 0 });
  expect(account!.id).toBeGreaterThan(10_000);
});

test.each([
  ['missing name [AUT-30, AUT-33]', { username: undefined }, 'username', REQUIRED],
  ['empty name [AUT-30, AUT-33]', { username: '' }, 'username', 'Benutzername ist erforderlich.'],
  [
    'blank name [AUT-30, AUT-33]',
    { username: ' \t ' },
    'username',
    'Benutzername ist erforderlich.',
  ],
  ['name null [AUT-30]', { username: null }, 'username', REQUIRED],
  ['name as number [AUT-30]', { username: 12345 }, 'username', FORMAT],
  ['name as list [AUT-30]', { username: ['Lena'] }, 'username', FORMAT],
  ['name as object [AUT-30]', { username: { $ne: '' } }, 'username', FORMAT],
  [
    'name of three [AUT-31, CON-35]',
    { username: 'abc' },
    'username',
    'Der Benutzername muss mindestens 4 Zeichen lang sein.',
  ],
  ['name of 81 [AUT-33]', { username: 'a'.repeat(81) }, 'username', 'Maximal 80 Zeichen erlaubt'],
  ['name with a dot [AUT-32]', { username: 'ab.cd' }, 'username', NAME_CHARACTERS],
  ['name in another script [AUT-32]', { username: 'Леночка' }, 'username', NAME_CHARACTERS],
  ['name with HTML [AUT-32]', { username: '<b>Lena</b>' }, 'username', NAME_CHARACTERS],
  ['name with NUL [AUT-32]', { username: 'Lena\u0000' }, 'username', NAME_CHARACTERS],
  [
    'name with a control character [AUT-32]',
    { username: 'Le\u0007na' },
    'username',
    NAME_CHARACTERS,
  ],
  ['name with half an emoji [AUT-32]', { username: 'Lena\ud83d' }, 'username', NAME_CHARACTERS],
  [
    'name with a mark that turns the direction [AUT-32]',
    { username: 'Lena\u202e' },
    'username',
    NAME_CHARACTERS,
  ],
  ['missing e-mail [AUT-34]', { email: undefined }, 'email', REQUIRED],
  ['empty e-mail [AUT-34]', { email: ' ' }, 'email', 'E-Mail-Adresse ist erforderlich.'],
  ['e-mail as list [AUT-35]', { email: ['lena@beispiel.ch'] }, 'email', FORMAT],
  ['e-mail as flag [AUT-35]', { email: true }, 'email', FORMAT],
  ['a@b.c [AUT-35, CON-36]', { email: 'a@b.c' }, 'email', BAD_EMAIL],
  ['two addresses [AUT-35]', { email: 'lena@beispiel.ch,evil@evil.example' }, 'email', BAD_EMAIL],
  [
    'a header in the address [AUT-35]',
    { email: 'lena@beispiel.ch\r\nBcc: evil@evil.example' },
    'email',
    BAD_EMAIL,
  ],
  ['e-mail in another script [AUT-35]', { email: 'лена@beispiel.ch' }, 'email', BAD_EMAIL],
  ['e-mail with NUL [AUT-35]', { email: 'lena\u0000@beispiel.ch' }, 'email', BAD_EMAIL],
  ['e-mail of 255 [AUT-35]', { email: `lena@${'beispiel.'.repeat(28)}ch` }, 'email', BAD_EMAIL],
  [
    'disposable e-mail [AUT-36]',
    { email: 'lena@mailinator.com' },
    'email',
    'Bitte verwende keine temporäre E-Mail-Adresse.',
  ],
  ['missing password [AUT-41]', { password: undefined }, 'password', REQUIRED],
  ['password null [AUT-41]', { password: null }, 'password', REQUIRED],
  ['password as number [AUT-41]', { password: 123456789012 }, 'password', FORMAT],
  ['password of eleven [AUT-41]', { password: 'Abcdefgh-12' }, 'password', 'Mindestens 12 Zeichen'],
  [
    'password with a space [AUT-46]',
    { password: 'Gut Gewaehlt-26' },
    'password',
    'Keine Leerzeichen erlaubt',
  ],
  [
    'password with qwerty [AUT-48]',
    { password: 'Gut-Qwerty-2026' },
    'password',
    'Keine einfachen Muster verwenden',
  ],
  [
    'password of 129 [AUT-41]',
    { password: `Gut-${'ab'.repeat(62)}1` },
    'password',
    'Maximal 128 Zeichen erlaubt',
  ],
  ['password with NUL [AUT-41]', { password: `${PASSWORD}\u0000` }, 'password', FORMAT],
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

test('every wrong field has its own message at once [API-08]', async () => {
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

test('a taken e-mail address is named, also in other letters [AUT-29, API-08, ERR-004]', async () => {
  await post(LENA);
  const answer = await post({ ...LENA, username: 'Jemand anders', email: 'LENA@beispiel.ch' });
  expect(answer).toMatchObject({
    status: 409,
    body: {
      code: 'EMAIL_TAKEN',
      errors: { email: 'Diese E-Mail-Adresse ist bereits registriert.' },
    },
  });
  expect(await accounts()).toHaveLength(1);
});

test.each(['LENA', 'L-e-n-a', 'L e n a'])(
  'the name %s looks like Lena and is taken [AUT-29, AUT-30]',
  async (username) => {
    await post(LENA);
    const answer = await post({ ...LENA, username, email: 'andere@beispiel.ch' });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'USERNAME_TAKEN',
        errors: { username: 'Dieser Benutzername ist bereits vergeben.' },
      },
    });
    expect(await accounts()).toHaveLength(1);
  },
);

test('50 equal registrations at once make one account and one mail [T-RACE-08, AUT-81]', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(LENA)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
  expect(await accounts()).toHaveLength(1);
  expect(await world.db.selectFrom('mail').select('id').execute()).toHaveLength(1);
  expect(world.defects).toEqual([]);
});

test('50 look-alike names at once make one account [T-RACE-08, AUT-30]', async () => {
  const names = [
    'Rnaria',
    'rnaria',
    'Maria',
    'm-aria',
    'M a ria',
    'r-naria',
    'Rn_aria',
    'MAR1A',
    'rn arla',
    'MAR-lA ',
  ];
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

test('the password is kept as an argon2id hash and nothing else holds it [AUT-81]', async () => {
  await using costly = await testWorld({ TEST_CHEAP_HASHES: '0' });
  await costly.visitor.raw('register', { payload: LENA });
  const account = await costly.db
    .selectFrom('account')
    .select('password_hash')
    .executeTakeFirstOrThrow();
  expect(account.password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$/);
  expect(await dumpOf(costly)).not.toContain(PASSWORD);
});

/** Every value of every table as one text. */
async function dumpOf({ pool }: World): Promise<string> {
  const tables = await pool.query(
    "select format('%I', tablename) as name from pg_tables where schemaname = 'public'",
  );
  const contents = await Promise.all(
    tables.rows.map(({ name }) =>
      pool
        .query(`select coalesce(string_agg(t::text, E'\\n'), '') as text from ${name} t`)
        .catch(() => ({ rows: [] })),
    ),
  );
  return contents.map(({ rows }) => rows[0]?.text ?? '').join('\n');
}

test('registrations from one address are limited and the wait is named [T-AUTH-01]', async () => {
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
    body: {
      code: 'TOO_MANY_ATTEMPTS',
      message: 'Zu viele Versuche. Bitte versuche es in 30 Minuten noch einmal.',
    },
  });
  strict.clock.advance(30 * 60_000);
  expect((await attempt(10)).status).toBe(200);
});
