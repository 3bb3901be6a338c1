import argon2 from '@node-rs/argon2';
import { OWN_HEADER, type PartnerAction } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import * as desk from '@samtrot/shared/partners/console-contract.ts';
import * as entry from '@samtrot/shared/partners/entry-contract.ts';
import * as people from '@samtrot/shared/partners/people-contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../testing/world/accounts.ts';
import { authenticator } from '../../testing/world/authenticator.ts';
import {
  consoleCaller,
  consolePersonOf,
  cookieOf,
  invitedToWebsite,
  websiteOf,
} from '../../testing/world/console.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { totpCode } from '../../testing/world/totp.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let house: Staff;
let websiteId: number;
beforeAll(async () => {
  world = await testWorld();
  house = await staffOf(world, 'partner_manager');
  await keepStaffLogins(world);
});
beforeEach(async () => {
  world.clock.set(START);
  websiteId = (await websiteOf(world)).id;
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const visitor = () => consoleCaller(world);
const accept = (token: string, more: object = {}) =>
  visitor().call(entry.acceptConsoleInvitation, {
    token,
    name: 'Marco Steiner',
    password: PASSWORD,
    ...more,
  });
const login = (email: string, password = PASSWORD) =>
  visitor().call(entry.consoleLogin, { email, password });
const listed = async () =>
  (await house.call(people.getPartnerPeople, { website_id: websiteId })).body;
let addresses = 0;
const address = () => `technik${++addresses}@seite.example`;

describe('an invitation', () => {
  test('by the house is mailed, opens once, and logs its person in [BOF-125]', async () => {
    const email = address();
    const wish = { website_id: websiteId, email, role: 'read' } as const;
    expect((await house.call(people.invitePartnerPerson, wish)).status).toBe(200);
    const mail = (await world.mails(email)).at(-1)!;
    expect(mail.subject).toBe('Deine Einladung zur Partner-Seite');
    const token = /\/partner\/einladung\?token=([\w-]+)/.exec(mail.text)![1]!;
    expect((await listed()).invitations).toMatchObject([{ email, role: 'read' }]);
    expect((await visitor().call(entry.consoleInvitation, { token })).body).toMatchObject({
      email,
      role: 'read',
    });
    const joined = await accept(token);
    expect(joined.status, JSON.stringify(joined.body)).toBe(200);
    const me = await consoleCaller(world, cookieOf(joined)).call(entry.consoleMe, {});
    expect(me.body).toMatchObject({ name: 'Marco Steiner', role: 'read', website_id: websiteId });
    expect(await listed()).toMatchObject({ people: [{ email }], invitations: [] });
    expect((await accept(token)).body.code).toBe('INVITATION_INVALID');
    expect((await login(email.toUpperCase())).status).toBe(200);
  });

  test('is void after 7 days, when it is withdrawn, and by a new one [BOF-125]', async () => {
    const role = 'manage' as const;
    const late = await invitedToWebsite(world, { websiteId, email: address(), role });
    world.clock.advance(7 * DAY_MS - MINUTE_MS);
    expect((await visitor().call(entry.consoleInvitation, { token: late })).status).toBe(200);
    world.clock.advance(MINUTE_MS);
    expect((await accept(late)).body.code).toBe('INVITATION_INVALID');
    const email = address();
    const first = await invitedToWebsite(world, { websiteId, email, role });
    const second = await invitedToWebsite(world, { websiteId, email, role });
    expect((await accept(first)).body.code).toBe('INVITATION_INVALID');
    const [{ invitation_id }] = (await listed()).invitations;
    const wish = { website_id: websiteId, invitation_id };
    expect((await house.call(people.withdrawPartnerInvitation, wish)).status).toBe(200);
    expect((await accept(second)).body.code).toBe('INVITATION_INVALID');
    expect((await house.call(people.withdrawPartnerInvitation, wish)).status).toBe(404);
  });

  test('refuses a weak password and a name at their fields, and stays valid [BOF-125]', async () => {
    const email = address();
    const token = await invitedToWebsite(world, { websiteId, email, role: 'read' });
    expect((await accept(token, { password: 'kurz' })).body.errors).toHaveProperty('password');
    expect((await accept(token, { password: 'Passwort-1234' })).body.errors).toHaveProperty(
      'password',
    );
    expect((await accept(token, { name: '' })).body.errors).toHaveProperty('name');
    expect((await accept(token)).status).toBe(200);
  });

  test('of an address that has access already is refused, elsewhere only to its owner', async () => {
    const person = await consolePersonOf(world, websiteId, 'manage');
    const again = { website_id: websiteId, email: person.email, role: 'read' } as const;
    expect((await person.call(desk.invitePartnerPerson, again)).body.errors).toEqual({
      email: 'Diese Person gibt es schon.',
    });
    const { id } = await websiteOf(world);
    const elsewhere = { websiteId: id, email: person.email, role: 'read' } as const;
    const token = await invitedToWebsite(world, elsewhere);
    expect((await accept(token)).body.errors.name).toMatch('schon einen Zugang');
  });

  test('used twice at once makes one person', async () => {
    const email = address();
    const token = await invitedToWebsite(world, { websiteId, email, role: 'read' });
    const answers = await Promise.all([1, 2, 3].map(() => accept(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await listed()).people).toHaveLength(1);
  });
});

describe('a log-in', () => {
  test('with a wrong address or password is one and the same refusal, and counted', async () => {
    const { email } = await consolePersonOf(world, websiteId, 'read');
    const [wrong, nobody] = [await login(email, 'falsch'), await login('niemand@seite.example')];
    expect([wrong.status, wrong.body.code]).toEqual([401, 'STAFF_LOGIN_FAILED']);
    expect(nobody.body).toEqual(wrong.body);
    for (let n = 0; n < 9; n++) await login(email, 'falsch');
    expect((await login(email)).body.code).toBe('TOO_MANY_ATTEMPTS');
    // Whoever guesses elsewhere keeps nobody out.
    const elsewhere = await world.send('', {
      method: 'POST',
      url: '/partner/api',
      query: { action: 'partner_login' },
      payload: { email, password: PASSWORD },
      remoteAddress: '198.51.100.7',
    });
    expect(elsewhere.status).toBe(200);
    world.clock.advance(16 * MINUTE_MS);
    expect((await login(email)).status).toBe(200);
  });

  test('writes an older hash of the password anew, and a wrong password leaves it [ACC-42]', async () => {
    const { email } = await consolePersonOf(world, websiteId, 'read');
    const { person_id } = (await listed()).people[0];
    const password_hash = await argon2.hash(PASSWORD, { memoryCost: 16, timeCost: 1 });
    const of = world.db.updateTable('partner_user').set({ password_hash });
    await of.where('id', '=', person_id).execute();
    const stored = async () =>
      (
        await world.db
          .selectFrom('partner_user')
          .select('password_hash')
          .where('id', '=', person_id)
          .executeTakeFirstOrThrow()
      ).password_hash;
    expect((await login(email, 'falsch')).body.code).toBe('STAFF_LOGIN_FAILED');
    expect(await stored()).toBe(password_hash);
    expect((await login(email)).status).toBe(200);
    const rewritten = await stored();
    expect(rewritten).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect((await login(email)).status).toBe(200);
    expect(await stored()).toBe(rewritten);
  });

  test('ends by logging out', async () => {
    const person = await consolePersonOf(world, websiteId, 'read');
    expect((await person.call(entry.consoleMe, {})).status).toBe(200);
    await person.call(entry.consoleLogout, {});
    expect((await person.call(entry.consoleMe, {})).status).toBe(401);
  });
});

describe('a second factor', () => {
  test('by app is asked for from then on; each code counts once [BOF-124]', async () => {
    const person = await consolePersonOf(world, websiteId, 'read');
    const wrong = await person.call(entry.offerConsoleFactor, { password: 'falsch' });
    expect(wrong.body.errors).toHaveProperty('password');
    const offered = await person.call(entry.offerConsoleFactor, { password: PASSWORD });
    const { secret } = offered.body.totp;
    const code = (steps = 0) => totpCode(secret, world.clock.now().getTime(), steps);
    expect((await person.call(entry.addConsoleFactor, { code: '000000' })).status).toBe(422);
    expect((await person.call(entry.addConsoleFactor, { code: code() })).status).toBe(200);
    const told = (await world.mails(person.email)).at(-1)!;
    expect(told.subject).toBe('Ein zweiter Faktor ist eingerichtet');
    expect(told.text).toContain('Eine Code-App ist');
    world.clock.advance(MINUTE_MS);
    const half = await login(person.email);
    expect([half.status, half.body.code]).toEqual([401, 'FACTOR_REQUIRED']);
    const { pending } = half.body;
    const twice = await Promise.all(
      [1, 2].map(() => visitor().call(entry.consoleSecondFactor, { pending, code: code() })),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await login(person.email)).body.code).toBe('FACTOR_REQUIRED');
    const removed = await person.call(entry.removeConsoleFactors, { password: PASSWORD });
    expect(removed.status).toBe(200);
    const last = (await world.mails(person.email)).at(-1)!;
    expect(last.subject).toBe('Dein zweiter Faktor ist entfernt');
    // Nothing was left to remove, so nothing is said.
    const mails = (await world.mails(person.email)).length;
    world.clock.advance(MINUTE_MS);
    await person.call(entry.removeConsoleFactors, { password: PASSWORD });
    expect(await world.mails(person.email)).toHaveLength(mails);
    expect((await login(person.email)).status).toBe(200);
  });

  test('asks for the own password ten times in a quarter of an hour, by whichever call [BOF-124, ACC-10]', async () => {
    const person = await consolePersonOf(world, websiteId, 'read');
    const asking = [
      entry.offerConsoleFactor,
      entry.newConsoleRecoveryCodes,
      entry.removeConsoleFactors,
    ];
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        person.call(asking[n % asking.length]!, { password: `falsch ${n}` }),
      ),
    );
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(10);
    for (const call of asking) {
      const refused = await person.call(call, { password: PASSWORD });
      expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    }
    const other = await consolePersonOf(world, websiteId, 'read');
    expect((await other.call(entry.offerConsoleFactor, { password: PASSWORD })).status).toBe(200);
    world.clock.advance(15 * MINUTE_MS);
    expect((await person.call(entry.offerConsoleFactor, { password: PASSWORD })).status).toBe(200);
  });

  test('is stood in for by a recovery code, once; new codes void the earlier ones [BOF-124, ACC-32]', async () => {
    const person = await consolePersonOf(world, websiteId, 'read');
    const early = await person.call(entry.newConsoleRecoveryCodes, { password: PASSWORD });
    expect(early.body.errors).toHaveProperty('password');
    const { secret } = (await person.call(entry.offerConsoleFactor, { password: PASSWORD })).body
      .totp;
    const code = totpCode(secret, world.clock.now().getTime());
    const { recovery_codes: codes } = (await person.call(entry.addConsoleFactor, { code })).body;
    expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
    const half = async () => (await login(person.email)).body.pending as string;
    const prove = async (recovery_code: string) =>
      visitor().call(entry.consoleSecondFactor, { pending: await half(), recovery_code });
    // However it is typed; at once it counts once.
    const typed = codes[0].toLowerCase().replaceAll('-', ' ');
    const twice = await Promise.all([prove(typed), prove(codes[0])]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(twice.find(({ status }) => status === 422)!.body.errors).toHaveProperty('recovery_code');
    const mail = (await world.mails(person.email)).at(-1)!;
    expect(mail.subject).toBe('Ein Wiederherstellungscode wurde benutzt');
    expect(mail.text).toContain('9 von 10 übrig');
    expect((await person.call(entry.consoleMe, {})).body.recovery_codes).toBe(9);
    const wrong = await person.call(entry.newConsoleRecoveryCodes, { password: 'falsch' });
    expect(wrong.body.errors).toHaveProperty('password');
    const renewed = await person.call(entry.newConsoleRecoveryCodes, { password: PASSWORD });
    const told = (await world.mails(person.email)).at(-1)!;
    expect(told.subject).toBe('Du hast neue Wiederherstellungscodes');
    const { person_id } = (await person.call(entry.consoleMe, {})).body;
    const lines = await world.db
      .selectFrom('audit')
      .select('action')
      .where('object', '=', `website_person:${person_id}`)
      .where('action', 'in', ['website_person_factor', 'website_person_codes'])
      .orderBy('id')
      .execute();
    expect(lines.map(({ action }) => action)).toEqual([
      'website_person_factor',
      'website_person_codes',
    ]);
    expect((await prove(codes[1])).status).toBe(422);
    const other = await consolePersonOf(world, websiteId, 'read');
    expect((await prove(renewed.body.recovery_codes[0])).status).toBe(200);
    expect((await other.call(entry.consoleMe, {})).body.recovery_codes).toBe(0);
    // A further factor shows no codes again; without any factor there are none.
    await person.call(entry.removeConsoleFactors, { password: PASSWORD });
    expect(await world.db.selectFrom('partner_recovery_code').selectAll().execute()).toEqual([]);
  });

  test('that is wrong five times ends the half log-in and mails the person [BOF-124]', async () => {
    const person = await consolePersonOf(world, websiteId, 'read');
    const offered = await person.call(entry.offerConsoleFactor, { password: PASSWORD });
    const { secret } = offered.body.totp;
    const code = totpCode(secret, world.clock.now().getTime());
    await person.call(entry.addConsoleFactor, { code });
    world.clock.advance(MINUTE_MS);
    const { pending } = (await login(person.email)).body;
    const right = totpCode(secret, world.clock.now().getTime());
    const wrong = right === '123456' ? '654321' : '123456';
    for (let n = 0; n < 5; n++)
      await visitor().call(entry.consoleSecondFactor, { pending, code: wrong });
    const late = await visitor().call(entry.consoleSecondFactor, { pending, code: right });
    expect(late.body.code).toBe('LOGIN_EXPIRED');
    const mail = (await world.mails(person.email)).at(-1)!;
    expect(mail.subject).toBe('Mehrere falsche Codes bei deiner Anmeldung');
  });

  test('by passkey is asked for alike, and that of another person is refused [BOF-124]', async () => {
    const [person, other] = [
      await consolePersonOf(world, websiteId, 'read'),
      await consolePersonOf(world, websiteId, 'read'),
    ];
    const keys: ReturnType<typeof authenticator>[] = [];
    for (const who of [person, other]) {
      const key = authenticator(new URL(world.config.publicUrl).origin);
      const { body } = await who.call(entry.offerConsoleFactor, { password: PASSWORD });
      const passkey = key.create(body.passkey);
      const added = await who.call(entry.addConsoleFactor, { passkey: passkey as never });
      expect(added.status, JSON.stringify(added.body)).toBe(200);
      keys.push(key);
      const told = (await world.mails(who.email)).at(-1)!;
      expect(told.subject).toBe('Ein zweiter Faktor ist eingerichtet');
      expect(told.text).toContain('Ein Passkey ist');
    }
    const { pending } = (await login(person.email)).body;
    const prove = async (key: (typeof keys)[number]) => {
      const { body } = await visitor().call(entry.consolePasskeyChallenge, {});
      const passkey = key.get(body.options) as never;
      return visitor().call(entry.consoleSecondFactor, { pending, passkey });
    };
    expect((await prove(keys[1]!)).status).toBe(422);
    expect((await prove(keys[0]!)).status).toBe(200);
  });
});

describe('a copy of the cookie', () => {
  /** As whoever took it uses it, whatever its owner gets meanwhile. */
  const copyOf =
    ({ cookie }: { cookie: string }) =>
    async () => {
      const url = `/partner/api?action=${entry.consoleMe.name}`;
      return (await world.server.inject({ url, headers: { cookie, [OWN_HEADER]: '1' } }))
        .statusCode;
    };

  test('ends soon after each proof of its owner, who goes on [BOF-124, ACC-10]', async () => {
    const person = await consolePersonOf(world, websiteId, 'read');
    const asking = { password: PASSWORD };
    let secret = '';
    const proofs = [
      async () => {
        const offered = await person.call(entry.offerConsoleFactor, asking);
        secret = offered.body.totp.secret;
        return offered;
      },
      () => {
        const code = totpCode(secret, world.clock.now().getTime());
        return person.call(entry.addConsoleFactor, { code });
      },
      () => person.call(entry.newConsoleRecoveryCodes, asking),
      () => person.call(entry.removeConsoleFactors, asking),
      // There is none any more.
      () => person.call(entry.removeConsoleFactors, asking),
    ];
    for (const [index, prove] of proofs.entries()) {
      const copy = copyOf({ cookie: world.cookieNow(person.cookie) });
      const { status, body } = await prove();
      expect(status, `${index} ${JSON.stringify(body)}`).toBe(200);
      // What another tab has sent meanwhile is answered.
      expect(await copy(), String(index)).toBe(200);
      world.clock.advance(30_000);
      expect(await copy(), String(index)).toBe(401);
      expect((await person.call(entry.consoleMe, {})).status, String(index)).toBe(200);
    }
  });

  test('is kept by a wrong password, and ends at once with a second factor [BOF-124, ACC-06]', async () => {
    const person = await consolePersonOf(world, websiteId, 'read');
    const copy = copyOf(person);
    await person.call(entry.offerConsoleFactor, { password: 'falsch' });
    world.clock.advance(MINUTE_MS);
    expect(await copy()).toBe(200);
    const offered = await person.call(entry.offerConsoleFactor, { password: PASSWORD });
    const code = totpCode(offered.body.totp.secret, world.clock.now().getTime());
    expect(await copy()).toBe(200);
    expect((await person.call(entry.addConsoleFactor, { code })).status).toBe(200);
    expect(await copy()).toBe(401);
    expect((await person.call(entry.consoleMe, {})).status).toBe(200);
  });

  test('logs its owner out with itself, in the moment after a proof [BOF-124]', async () => {
    const person = await consolePersonOf(world, websiteId, 'read');
    const taken = consoleCaller(world, `${person.cookie}; copied`);
    await person.call(entry.offerConsoleFactor, { password: PASSWORD });
    expect((await taken.call(entry.consoleLogout, {})).status).toBe(200);
    expect((await person.call(entry.consoleMe, {})).status).toBe(401);
  });
});

test('the last person who manages a website stays so, unless the house ends her [BOF-125]', async () => {
  const [one, two] = [
    await consolePersonOf(world, websiteId, 'manage'),
    await consolePersonOf(world, websiteId, 'manage'),
  ];
  const idOf = async (email: string) =>
    (await listed()).people.find((person: { email: string }) => person.email === email).person_id;
  const [first, second] = [await idOf(one.email), await idOf(two.email)];
  const demote = (who: { call: typeof one.call }, person_id: number) =>
    who.call(desk.setPartnerRole, { website_id: websiteId, person_id, role: 'read' });
  const both = await Promise.all([demote(one, second), demote(two, first)]);
  expect(both.map(({ body }) => body.code ?? 'ok').sort()).not.toEqual(['ok', 'ok']);
  const { people: left } = await listed();
  expect(left.filter(({ role }: { role: string }) => role === 'manage')).toHaveLength(1);
  const last = left.find(({ role }: { role: string }) => role === 'manage');
  const self = last.email === one.email ? one : two;
  const ending = { website_id: websiteId, person_id: last.person_id };
  expect((await self.call(desk.endPartnerPerson, ending)).body.code).toBe('LAST_MANAGER');
  expect((await house.call(people.endPartnerPerson, ending)).status).toBe(200);
  expect((await self.call(entry.consoleMe, {})).status).toBe(401);
  const row = await world.db
    .selectFrom('partner_user')
    .select(['email', 'password_hash', 'name'])
    .where('id', '=', last.person_id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ email: null, password_hash: null });
  expect(row.name).not.toBe('');
});

test("a website person's changes are in the audit log with her number, not her address", async () => {
  const person = await consolePersonOf(world, websiteId, 'manage');
  const made = await person.call(desk.issuePartnerKey, { website_id: websiteId, name: 'Server' });
  expect(made.status).toBe(200);
  const { person_id } = (await person.call(entry.consoleMe, {})).body;
  const lines = await world.db
    .selectFrom('audit')
    .selectAll()
    .where('object', '=', `website:${websiteId}`)
    .execute();
  const line = lines.find(({ action }) => action === 'website_key_issued')!;
  expect(line).toMatchObject({ actor: `partner:${person_id}`, right: null, staff_id: null });
  expect(JSON.stringify(lines)).not.toContain(person.email);
});

test('a key that is revoked in the console is refused within 3 seconds, the new one not [BOF-119]', async () => {
  const person = await consolePersonOf(world, websiteId, 'manage');
  const issue = async (name: string) =>
    (await person.call(desk.issuePartnerKey, { website_id: websiteId, name })).body.key as string;
  const [old, fresh] = [await issue('Server alt'), await issue('Server neu')];
  const read = async (key: string) =>
    (
      await world.server.inject({
        url: '/partner/v1/lists',
        headers: { authorization: `Bearer ${key}` },
      })
    ).statusCode;
  expect([await read(old), await read(fresh)]).toEqual([200, 200]);
  const { keys } = (await person.call(desk.getPartner, { website_id: websiteId })).body;
  const { key_id } = keys.find(({ name }: { name: string }) => name === 'Server alt');
  const call: PartnerAction = desk.revokePartnerKey;
  expect((await person.call(call, { website_id: websiteId, key_id } as never)).status).toBe(200);
  const until = performance.now() + 3_000;
  while ((await read(old)) === 200) expect(performance.now()).toBeLessThan(until);
  expect([await read(old), await read(fresh)]).toEqual([401, 200]);
});

describe('a new password', () => {
  const asked = async (email: string) =>
    (await visitor().call(entry.askConsolePassword, { email })).body;
  const linkOf = async (email: string) => {
    const mail = (await world.mails(email)).at(-1)!;
    expect(mail.subject).toBe('Neues Passwort für die Partner-Seite');
    return /\/partner\/neues-passwort\?token=([\w-]+)/.exec(mail.text)![1]!;
  };
  const set = (token: string, password: string) =>
    visitor().call(entry.setConsolePassword, { token, password });
  const NEW = 'Ganz-Neu-Gesetzt-27';

  test('comes by a mailed link, good once for an hour; it ends log-ins and is mailed [BOF-124, ACC-13]', async () => {
    const person = await consolePersonOf(world, websiteId, 'read');
    const answer = await asked(person.email);
    // Nobody learns whether there is such a person.
    expect(await asked('niemand@seite.example')).toEqual(answer);
    expect(await world.mails('niemand@seite.example')).toEqual([]);
    const token = await linkOf(person.email);
    expect((await set(token, 'kurz')).status).toBe(422);
    expect((await set(token, `${person.email}A1!`)).body.errors).toHaveProperty('password');
    const both = await Promise.all([set(token, NEW), set(token, NEW)]);
    expect(both.map(({ status }) => status === 200).sort()).toEqual([false, true]);
    expect((await person.call(entry.consoleMe, {})).status).toBe(401);
    expect((await login(person.email)).body.code).toBe('STAFF_LOGIN_FAILED');
    expect((await login(person.email, NEW)).status).toBe(200);
    const mail = (await world.mails(person.email)).at(-1)!;
    expect(mail.subject).toBe('Dein Passwort der Partner-Seite ist neu');
    expect((await set(token, NEW)).body.code).toBe('LINK_INVALID');
    world.clock.advance(1000);
    await asked(person.email);
    const late = await linkOf(person.email);
    world.clock.advance(60 * MINUTE_MS);
    expect((await set(late, NEW)).body.code).toBe('LINK_INVALID');
  });

  test('lets in at once who was refused for wrong ones, in each network [ACC-13]', async () => {
    const person = await consolePersonOf(world, websiteId, 'read');
    const from = (remoteAddress: string, password: string) =>
      world.send('', {
        method: 'POST',
        url: '/partner/api',
        query: { action: 'partner_login' },
        payload: { email: person.email, password },
        remoteAddress,
      });
    const networks = ['198.51.100.8', '203.0.113.9'];
    for (const network of networks) {
      for (let n = 0; n < 10; n++) await from(network, 'falsch');
      expect((await from(network, PASSWORD)).status).toBe(429);
    }
    await asked(person.email);
    expect((await set(await linkOf(person.email), NEW)).status).toBe(200);
    for (const network of networks) expect((await from(network, NEW)).status).toBe(200);
  });

  test('is mailed five times a day at most [BOF-124, ACC-23]', async () => {
    const person = await consolePersonOf(world, websiteId, 'read');
    const before = (await world.mails(person.email)).length;
    for (let n = 0; n < 8; n++) {
      await asked(person.email);
      world.clock.advance(31 * MINUTE_MS);
    }
    expect((await world.mails(person.email)).length - before).toBe(5);
    world.clock.advance(DAY_MS);
    await asked(person.email);
    expect((await world.mails(person.email)).length - before).toBe(6);
  });

  test('leaves the second factor, is mailed thrice an hour at most, and never to who has left [BOF-124, BOF-125]', async () => {
    const person = await consolePersonOf(world, websiteId, 'manage');
    const { secret } = (await person.call(entry.offerConsoleFactor, { password: PASSWORD })).body
      .totp;
    await person.call(entry.addConsoleFactor, {
      code: totpCode(secret, world.clock.now().getTime()),
    });
    const before = (await world.mails(person.email)).length;
    for (let n = 0; n < 5; n++) {
      world.clock.advance(1000);
      await asked(person.email.toUpperCase());
    }
    expect((await world.mails(person.email)).length - before).toBe(3);
    expect((await set(await linkOf(person.email), NEW)).status).toBe(200);
    expect((await login(person.email, NEW)).body.code).toBe('FACTOR_REQUIRED');
    world.clock.advance(61 * MINUTE_MS);
    await asked(person.email);
    const token = await linkOf(person.email);
    const { people: listedPeople } = await listed();
    const { person_id } = listedPeople.find(
      ({ email }: { email: string }) => email === person.email,
    );
    await house.call(people.endPartnerPerson, { website_id: websiteId, person_id });
    expect((await set(token, NEW)).body.code).toBe('LINK_INVALID');
    const count = (await world.mails(person.email)).length;
    world.clock.advance(61 * MINUTE_MS);
    await asked(person.email);
    expect(await world.mails(person.email)).toHaveLength(count);
  });
});
