import { updateNotifications, updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../../platform/db.ts';
import { smtpServer } from '../../../testing/services/smtp.ts';
import {
  type Caller,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';

const SAVED = {
  status: 200,
  body: {
    success: true,
    message: 'Profil erfolgreich gespeichert und aktualisiert',
    pending_email: null,
  },
};
const SWITCHED = {
  status: 200,
  body: { success: true, message: 'Benachrichtigungen erfolgreich gespeichert und aktualisiert' },
};
const SWITCHES = { expiryAlert: true, disableMessages: true, newsletter: false };

let smtp: Awaited<ReturnType<typeof smtpServer>>;
let world: World;
let user: Awaited<ReturnType<World['user']>>;
let other: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  smtp = await smtpServer();
  world = await testWorld({ SMTP_URL: smtp.url });
  user = await world.user({ username: 'Lena', email: 'lena@beispiel.ch' });
  other = await world.user({ username: 'Marta', email: 'marta@beispiel.ch' });
  await world.runTasks('mail/send');
});
beforeEach(async () => {
  world.clock.set(START);
  smtp.accepted.length = 0;
  for (const table of ['rate_limit', 'mail', 'account_link'] as const)
    await world.db.deleteFrom(table).execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

const stateOf = async (who: Caller) => (await who.call(state, {})).body.state;
/** A form in order, with these members changed; undefined leaves one out. */
const form = (changes: object = {}) => ({
  nickname: 'Lena',
  email: 'lena@beispiel.ch',
  ...changes,
});
const save = (changes: object = {}, who: Caller = user) =>
  who.raw('update_profile', { payload: form(changes) });
const switchTo = (changes: object = {}, who: Caller = user) =>
  who.raw('update_notifications', { payload: { ...SWITCHES, ...changes } });
/** All that a refused call must leave as it was. */
const everything = async () => {
  const rows = [];
  for (const [table, id] of [
    ['account', 'id'],
    ['account_link', 'token_hash'],
    ['mail', 'id'],
  ] as const)
    rows.push(
      await world.db
        .selectFrom(table)
        .selectAll()
        .orderBy('created_at')
        .orderBy(sql.ref(id))
        .execute(),
    );
  rows.push(
    await world.db.selectFrom('session').select('token_hash').orderBy('token_hash').execute(),
  );
  return rows;
};
async function refused(
  call: () => Promise<{ status: number; body: object }>,
  answer: object,
): Promise<void> {
  const before = await everything();
  expect(await call()).toMatchObject({
    ...answer,
    body: { success: false, ...(answer as { body: object }).body },
  });
  expect(await everything()).toEqual(before);
}

describe('saving the profile', () => {
  test('the nickname is kept, and state shows it [PRO-04, PRO-19, PRO-26, ERR-076, API-35]', async () => {
    expect(
      await user.call(updateProfile, {
        user_id: user.userId,
        ...form({ nickname: '  Lena  vom\tSee ' }),
      }),
    ).toEqual(expect.objectContaining({ ...SAVED }));
    expect(await stateOf(user)).toMatchObject({
      user_login: 'Lena',
      user_email: 'lena@beispiel.ch',
      pending_email: null,
      user_meta: { nickname: 'Lena vom See' },
    });
    expect(await stateOf(other)).toMatchObject({ user_meta: { nickname: 'Marta' } });
    expect(await save()).toMatchObject(SAVED);
    expect(await world.mails()).toEqual([]);
  });

  test.each([
    ['three characters', 'Lia'],
    ['80 characters', 'ä'.repeat(80)],
    ['emoji, each of them one character', '😀'.repeat(80)],
    ['another script', 'Лена 李娜'],
    ['HTML, which stays text', '<b onclick="x()">Lena</b> & <script>'],
    ['the words of a query', `Lena'); drop table account; --`],
  ])('a nickname of %s is kept as it is [PRO-06, CON-38, X-33]', async (_title, nickname) => {
    expect(await save({ nickname })).toMatchObject(SAVED);
    expect(await stateOf(user)).toMatchObject({ user_meta: { nickname } });
  });

  test.each([
    ['empty [PRO-05, ERR-069]', '', 'Spitzname ist erforderlich'],
    ['only blanks [PRO-05, ERR-069]', ' \t ', 'Spitzname ist erforderlich'],
    ['missing', undefined, 'Dieses Feld ist erforderlich'],
    ['null', null, 'Dieses Feld ist erforderlich'],
    ['a number', 12345, 'Ungültiges Format'],
    ['a list', ['Lena'], 'Ungültiges Format'],
    ['an object', { $ne: '' }, 'Ungültiges Format'],
    ['two characters [PRO-06, PRO-07, CON-38]', 'Li', 'Mindestens 3 Zeichen erforderlich'],
    ['two emoji [PRO-06, PRO-07]', '😀😀', 'Mindestens 3 Zeichen erforderlich'],
    ['81 characters [PRO-06, PRO-07, CON-38]', 'x'.repeat(81), 'Maximal 80 Zeichen erlaubt'],
    ['81 emoji [PRO-06]', '😀'.repeat(81), 'Maximal 80 Zeichen erlaubt'],
    ['NUL', 'Le\u0000na', 'Ungültiges Format'],
    ['a control character', 'Le\u0007na', 'Ungültiges Format'],
    ['turned around', 'Lena\u202egpj', 'Ungültiges Format'],
    ['half an emoji', 'Lena\ud83d', 'Ungültiges Format'],
  ])('a nickname that is refused at its field: %s [API-35]', async (_title, nickname, message) => {
    await refused(() => save({ nickname }), {
      status: 422,
      body: { code: 'INVALID_INPUT', errors: { nickname: message } },
    });
  });

  test.each([
    ['empty [PRO-08, ERR-070]', '', 'E-Mail Adresse ist erforderlich'],
    ['only blanks [PRO-08, ERR-070]', '   ', 'E-Mail Adresse ist erforderlich'],
    ['missing', undefined, 'Dieses Feld ist erforderlich'],
    ['a number', 5, 'Ungültiges Format'],
    ['two in a list', ['lena@beispiel.ch', 'evil@evil.example'], 'Ungültiges Format'],
    ['no address [PRO-09, ERR-071]', 'abc', 'Ungültige E-Mail Adresse'],
    [
      'too long [PRO-09, ERR-071]',
      `${'a'.repeat(64)}@${'b.'.repeat(100)}ch`,
      'Ungültige E-Mail Adresse',
    ],
    ['disposable [X-02]', 'lena@yopmail.com', 'Bitte verwende keine temporäre E-Mail-Adresse.'],
    [
      'disposable by the long list [X-02]',
      'lena@0-mail.com',
      'Bitte verwende keine temporäre E-Mail-Adresse.',
    ],
  ])('an address that is refused at its field: %s [API-35]', async (_title, email, message) => {
    await refused(() => save({ email }), {
      status: 422,
      body: { code: 'INVALID_INPUT', errors: { email: message } },
    });
  });

  test.each([
    ...[
      'neu@beispiel.ch,evil@evil.example',
      'neu@beispiel.ch;evil@evil.example',
      'neu@beispiel.ch evil@evil.example',
    ],
    ...[
      'evil@evil.example,neu@beispiel.ch',
      'Neu <neu@beispiel.ch>',
      '"Neu" <neu@beispiel.ch>, evil@evil.example',
    ],
    ...[
      'neu@beispiel.ch>,<evil@evil.example',
      '<neu@beispiel.ch>',
      '"neu"@beispiel.ch',
      '"evil@evil.example"@beispiel.ch',
    ],
    ...[
      'neu@beispiel.ch\r\nBcc: evil@evil.example',
      'neu@beispiel.ch\nCc: evil@evil.example',
      'neu\n@beispiel.ch',
    ],
    ...[
      'neu@beispiel.ch%0aBcc:evil@evil.example',
      'neu@beispiel.ch\\nBcc:evil@evil.example',
      'neu@beispiel.ch\u0000',
    ],
    ...[
      'neu@beispiel.ch(evil@evil.example)',
      'neu(x)@beispiel.ch',
      'neu@beispiel.ch@evil.example',
      'neu@beispiel.ch.',
    ],
    ...[
      'n\u0435u@beispiel.ch',
      'neu@be\u0131spiel.ch',
      'undisclosed: neu@beispiel.ch;',
      'neu@[127.0.0.1]',
    ],
    ...["neu@beispiel.ch' or '1'='1", '=?utf-8?q?neu=40beispiel.ch?=', 'ｎｅｕ@beispiel.ch'],
  ])('%j reaches nobody [T-AUTH-13, PRO-09, ERR-071]', async (email) => {
    await refused(() => save({ email }), {
      status: 422,
      body: { code: 'INVALID_INPUT', errors: { email: 'Ungültige E-Mail Adresse' } },
    });
    await world.runTasks('mail/send');
    expect(smtp.accepted).toEqual([]);
  });

  test('blanks and capitals around an address are none of it: one mail to it, one to the old one [T-AUTH-13, X-02]', async () => {
    expect(
      await save({ email: ' \tNeu@Beispiel.CH\r\n', current_password: PASSWORD }),
    ).toMatchObject({
      status: 200,
      body: { pending_email: 'neu@beispiel.ch' },
    });
    await world.runTasks('mail/send');
    expect(smtp.accepted.map(({ recipients }) => recipients).toSorted()).toEqual([
      ['lena@beispiel.ch'],
      ['neu@beispiel.ch'],
    ]);
  });

  test.each([
    [
      'seven characters [PRO-10, ERR-072, CON-32]',
      'Abcdef1',
      'Passwort muss mindestens 8 Zeichen lang sein',
    ],
    [
      'seven characters, one an emoji [PRO-10, ERR-072]',
      'Abcde1😀',
      'Passwort muss mindestens 8 Zeichen lang sein',
    ],
    [
      'no capital [PRO-11, ERR-073]',
      'abcdefgh1',
      'Passwort muss Gross- und Kleinbuchstaben sowie Zahlen enthalten',
    ],
    [
      'no small letter [PRO-11, ERR-073]',
      'ABCDEFGH1',
      'Passwort muss Gross- und Kleinbuchstaben sowie Zahlen enthalten',
    ],
    [
      'no digit [PRO-11, ERR-073]',
      'Abcdefghi',
      'Passwort muss Gross- und Kleinbuchstaben sowie Zahlen enthalten',
    ],
    ['129 characters [T-AUTH-16]', `Ab1${'x'.repeat(126)}`, 'Maximal 128 Zeichen erlaubt'],
    ['1003 characters [T-AUTH-16]', `Ab1${'x'.repeat(1000)}`, 'Maximal 128 Zeichen erlaubt'],
    ['NUL [T-AUTH-16]', 'Gut-Gewaehlt-26\u0000', 'Ungültiges Format'],
    ['half an emoji [T-AUTH-16]', 'Gut-Gewaehlt-26\ud83d', 'Ungültiges Format'],
    ['null', null, 'Dieses Feld ist erforderlich'],
    ['a number', 12345678, 'Ungültiges Format'],
    ['a list', ['Abcdefg1'], 'Ungültiges Format'],
  ])(
    'a password that is refused at its field: %s [PRO-26, API-35]',
    async (_title, password, message) => {
      await refused(() => save({ password }), {
        status: 422,
        body: { code: 'INVALID_INPUT', errors: { password: message } },
      });
    },
  );

  test.each([
    ['null', null, 'Dieses Feld ist erforderlich'],
    ['a number', 5, 'Ungültiges Format'],
    ['a list', [PASSWORD], 'Ungültiges Format'],
    ['NUL', `${PASSWORD}\u0000`, 'Ungültiges Format'],
    ['1001 characters', 'x'.repeat(1001), 'Ungültiges Format'],
  ])(
    'a current password that is refused for its form: %s [PRO-26]',
    async (_title, current_password, message) => {
      await refused(() => save({ password: 'Grün-Wolke-7-Tisch', current_password }), {
        status: 422,
        body: { code: 'INVALID_INPUT', errors: { current_password: message } },
      });
    },
  );

  test('every wrong field is named at once [PRO-05, PRO-08, PRO-10]', async () => {
    await refused(() => save({ nickname: '', email: 'abc', password: 'x' }), {
      status: 422,
      body: {
        message: 'Bitte überprüfe deine Angaben.',
        errors: {
          nickname: 'Spitzname ist erforderlich',
          email: 'Ungültige E-Mail Adresse',
          password: 'Passwort muss mindestens 8 Zeichen lang sein',
        },
      },
    });
  });

  test('members that the call does not have change nothing [PRO-12, ERR-074, API-35]', async () => {
    const before = await everything();
    const more = {
      passwordConfirm: 'x',
      role: 'operator',
      discount_percent: 100,
      credits: 9999,
      username: 'Chefin',
    };
    expect(
      await save({ nickname: 'Lena', ...more, id: other.userId, email_confirmed_at: START }),
    ).toMatchObject(SAVED);
    const [accounts, ...rest] = await everything();
    expect(rest).toEqual(before.slice(1));
    expect(accounts!.map((row) => ({ ...row, nickname: '' }))).toEqual(
      before[0]!.map((row) => ({ ...row, nickname: '' })),
    );
  });

  test('twenty times in a quarter of an hour [API-35]', async () => {
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await save()).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    expect(await save({ nickname: 'Marta', email: other.email }, other)).toMatchObject(SAVED);
  });
});

describe('the switches', () => {
  test.each([
    [{ expiryAlert: true, disableMessages: false, newsletter: false }, ['true', 'false', 'false']],
    [{ expiryAlert: false, disableMessages: true, newsletter: true }, ['false', 'true', 'true']],
    [{ expiryAlert: true, disableMessages: true, newsletter: false }, ['true', 'true', 'false']],
  ])(
    '%j is read as texts in state [PRO-13, PRO-14, PRO-15, PRO-20, ERR-078, X-30, API-36]',
    async (switches, [expiry_alert, disable_messages, newsletter]) => {
      const { nickname } = (await stateOf(user)).user_meta;
      expect(
        await user.call(updateNotifications, { user_id: user.userId, ...switches }),
      ).toMatchObject(SWITCHED);
      const { user_meta } = await stateOf(user);
      expect(user_meta).toEqual({
        nickname,
        benutzerrabatt_prozent: '0',
        expiry_alert,
        disable_messages,
        newsletter,
      });
    },
  );

  test('an account begins with the newsletter and without the other two [PRO-14, PRO-15]', async () => {
    expect((await stateOf(await world.user())).user_meta).toMatchObject({
      expiry_alert: 'false',
      disable_messages: 'false',
      newsletter: 'true',
    });
  });

  test.each(['expiryAlert', 'disableMessages', 'newsletter'])(
    '%s is a boolean and nothing else [PRO-13, API-36]',
    async (name) => {
      await switchTo();
      for (const value of ['true', 'false', '', 'Ja', 0, 1, null, [], [true], {}, undefined]) {
        await refused(() => switchTo({ [name]: value }), {
          status: 422,
          body: { code: 'INVALID_INPUT', errors: { [name]: expect.any(String) } },
        });
      }
    },
  );

  test('members that the call does not have change nothing, and nobody else notices [API-36]', async () => {
    const before = await everything();
    const more = {
      nickname: 'Chefin',
      email: 'evil@evil.example',
      role: 'operator',
      discount_percent: 100,
    };
    expect(await switchTo({ ...SWITCHES, ...more })).toMatchObject(SWITCHED);
    const without = (rows: object[]) =>
      rows.map((row) => ({ ...row, expiry_alert: 0, disable_messages: 0, newsletter: 0 }));
    const after = await everything();
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(without(after[0]!)).toEqual(without(before[0]!));
    expect((await stateOf(other)).user_meta).toMatchObject({
      expiry_alert: 'false',
      newsletter: 'true',
    });
  });

  test('two at the same instant end as one of the two, whole [API-36]', async () => {
    for (let round = 0; round < 5; round++) {
      const both = [true, false].map((on) => ({
        expiryAlert: on,
        disableMessages: on,
        newsletter: on,
      }));
      for (const answer of await Promise.all(both.map((switches) => switchTo(switches))))
        expect(answer).toMatchObject(SWITCHED);
      const { expiry_alert, disable_messages, newsletter } = (await stateOf(user)).user_meta;
      expect(new Set([expiry_alert, disable_messages, newsletter]).size).toBe(1);
    }
  });
});

describe('T-AUTHZ who may', () => {
  const CALLS = { update_profile: form({ nickname: 'Fremd' }), update_notifications: SWITCHES };
  const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];

  test.each(NAMES)('%s needs a session [API-35, API-36]', async (name) => {
    for (const claim of [{}, { user_id: user.userId }]) {
      await refused(() => world.visitor.raw(name, { payload: { ...CALLS[name], ...claim } }), {
        status: 401,
        body: { code: 'NOT_LOGGED_IN', message: 'Bitte melde dich an.' },
      });
    }
    const ended = { ...(await world.user()) };
    await ended.raw('logout');
    await refused(() => ended.raw(name, { payload: CALLS[name] }), {
      status: 401,
      body: { code: 'NOT_LOGGED_IN' },
    });
  });

  test.each(NAMES)(
    '%s with the id of somebody else is refused and changes neither [API-35, API-36]',
    async (name) => {
      const foreign = { status: 403, body: { code: 'WRONG_USER' } };
      for (const user_id of [other.userId, String(other.userId), 999_999, '1 or 1=1', -1]) {
        await refused(() => user.raw(name, { payload: { ...CALLS[name], user_id } }), foreign);
        await refused(
          () => user.raw(name, { payload: CALLS[name], query: { user_id: String(user_id) } }),
          foreign,
        );
      }
      await refused(() => user.raw(name, { payload: { ...CALLS[name], user_id: [user.userId] } }), {
        status: 400,
        body: {},
      });
      await refused(
        () =>
          user.raw(name, {
            payload: { ...CALLS[name], user_id: user.userId },
            query: { user_id: String(other.userId) },
          }),
        foreign,
      );
    },
  );

  test.each(NAMES)(
    '%s is no GET, no plain text, and nothing for other sites [API-35, API-36, T-CSRF-01]',
    async (name) => {
      await refused(() => user.raw(name, { method: 'GET' }), {
        status: 405,
        headers: { allow: 'POST' },
        body: {},
      });
      const payload = JSON.stringify(CALLS[name]);
      await refused(() => user.raw(name, { payload, headers: { 'content-type': 'text/plain' } }), {
        status: 415,
        body: {},
      });
      for (const headers of [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ] as Record<string, string>[])
        await refused(() => user.raw(name, { payload: CALLS[name], headers }), {
          status: 403,
          body: { code: 'CROSS_SITE' },
        });
      for (const broken of ['{"nickname":', '[]', 'null', '"x"'])
        await refused(
          () =>
            user.raw(name, { payload: broken, headers: { 'content-type': 'application/json' } }),
          {
            status: broken === 'null' ? 422 : 400,
            body: {},
          },
        );
    },
  );
});

test.each([
  [
    'update_profile',
    form({ nickname: 'Halb', password: 'Grün-Wolke-7-Tisch', current_password: PASSWORD }),
    'ERR-075, PRO-19',
  ],
  [
    'update_notifications',
    { expiryAlert: false, disableMessages: false, newsletter: true },
    'ERR-077, PRO-20',
  ],
])(
  '%s that fails midway is reported as a failure and leaves nothing behind (%j) [%s]',
  async (name, payload, _rows) => {
    await switchTo();
    const owner = connect(world.url, { role: null, max: 1 });
    await owner.pool.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
    );
    await owner.pool.query(
      'create trigger fail before insert on mail for each row execute function fail()',
    );
    await owner.pool.query(
      'create trigger fail before update of newsletter on account for each row execute function fail()',
    );
    await refused(() => user.raw(name, { payload }), { status: 500, body: { code: 'INTERNAL' } });
    await owner.pool.query('drop function fail cascade');
    await owner.db.destroy();
    expect(world.defects.splice(0)).toHaveLength(1);
  },
);
