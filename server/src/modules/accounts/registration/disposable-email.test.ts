import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import mailchecker from 'mailchecker';
import { expect, test } from 'vitest';
import { PASSWORD, testWorld } from '../../../testing/world/world.ts';
import { emailRefused } from '../service.ts';

const REFUSED = 'Bitte verwende keine temporäre E-Mail-Adresse.';
const words = (text: string) => text.trim().split(/\s+/);

/**
 * One or more of each family that the specification names, and what the families miss but the list
 * knows.
 */
const THROWN_AWAY = words(`
  tempmail.com temp-mail.org my-temp-mail.com throwawaymail.com throwaway.email 10minutemail.com 10minutemail.co.uk guerrillamail.com
  guerrillamail.de sharklasers.com yopmail.com yopmail.fr trashmail.com trash-mail.de disposablemail.com dispostable.com mailinator.com
  mailinator.net spamgourmet.com wegwerfmail.de einwegmail.de maildrop.cc getnada.com mohmal.com moakt.com emailondeck.com
  0-mail.com 0815.ru 20minutemail.com anonbox.net dropmail.me fakeinbox.com inboxkitten.com mail7.io mvrht.net mytemp.email spam4.me
  tmpmail.org tempr.email cock.li.mailinator.com x.y.yopmail.com 1secmail.com emlpro.com mailpoof.com
`);

const ALIASES = words(`
  simplelogin.com simplelogin.co simplelogin.io simplelogin.fr slmail.me slmails.com aleeas.com 8alias.com 8shield.net silomails.com
  dralias.com passmail.net passmail.com passinbox.com passfwd.com addy.io anonaddy.com anonaddy.me johndoe.anonaddy.com
  jane.anonaddy.me addymail.com 4wrd.cc mailer.me privaterelay.appleid.com icloud.com me.com mozmail.com team.mozmail.com
  relay.firefox.com duck.com proton.me pm.me protonmail.com protonmail.ch fastmail.com fastmail.fm sent.com 33mail.com name.33mail.com
  erine.email
`);

const ORDINARY = words(`
  bluewin.ch gmx.ch gmx.net gmx.de gmx.at hispeed.ch sunrise.ch hin.ch green.ch ik.me etik.com infomaniak.ch netplus.ch swissonline.ch
  vtxnet.ch quickline.ch bluemail.ch mail.ch post.ch sbb.ch uzh.ch student.unibe.ch ethz.ch epfl.ch admin.ch zh.ch raiffeisen.ch
  20min.ch 20minuten.ch gmail.com googlemail.com outlook.com outlook.de hotmail.com hotmail.ch hotmail.fr live.com live.de msn.com
  yahoo.com yahoo.de yahoo.fr ymail.com aol.com web.de t-online.de freenet.de arcor.de posteo.de posteo.net mailbox.org tuta.com
  tutanota.com tuta.io orange.fr free.fr laposte.net wanadoo.fr sfr.fr libero.it alice.it tiscali.it virgilio.it riseup.net disroot.org
  hey.com zoho.com yandex.com mail.ru seznam.cz wp.pl o2.pl abv.bg ukr.net sapo.pt uol.com.br terra.com.br rambler.ru
  startmail.com runbox.com kolabnow.com hushmail.com tempo.ch template.ch trashdesign.ch minute.ch beispiel.ch
`);

test.each(nonEmpty(THROWN_AWAY))('%s is refused [AUT-36, AUT-37, AUT-38, ERR-003]', (domain) => {
  expect(emailRefused(`lena@${domain}`)).toBe(REFUSED);
  expect(emailRefused(`LENA@${domain.toUpperCase()}`)).toBe(REFUSED);
});

test.each(nonEmpty([...ALIASES, ...ORDINARY]))('%s is welcome [AUT-38]', (domain) => {
  expect(emailRefused(`lena@${domain}`)).toBeNull();
});

test('every listed domain and its subdomains are refused, except those that people keep [AUT-38]', () => {
  const listed = [...mailchecker.blacklist()];
  expect(listed.length).toBeGreaterThan(50_000);
  const welcome = listed.filter((domain) => emailRefused(`lena@${domain}`) === null);
  const kept = new RegExp(`(^|\\.)(${ALIASES.join('|')})$`);
  expect(welcome.filter((domain) => !kept.test(domain))).toEqual([]);
  expect(emailRefused(`lena@mail.${listed[0]}`)).toBe(REFUSED);
  expect(emailRefused(`lena@mail.${listed.at(-1)}`)).toBe(REFUSED);
});

test.each([
  '',
  '@',
  'lena',
  'lena@',
  '.',
  '\u0000',
  '\n',
  `lena@${'a.'.repeat(2000)}ch`,
  '__proto__',
  '💥',
])('%j is no listed address and does no harm [AUT-38]', (email) => {
  expect(emailRefused(email)).toBeNull();
});

test('a listed domain is refused at the field and nothing is stored [AUT-36, ERR-003, API-08]', async () => {
  await using world = await testWorld();
  const payload = {
    username: 'Lena',
    email: 'lena@mail7.io',
    password: PASSWORD,
    nickname: 'Lena',
  };
  expect(await world.visitor.raw('register', { payload })).toMatchObject({
    status: 422,
    body: { code: 'INVALID_INPUT', errors: { email: REFUSED } },
  });
  expect(await world.db.selectFrom('account').select('id').execute()).toEqual([]);
  expect(
    (await world.visitor.raw('register', { payload: { ...payload, email: 'lena@duck.com' } }))
      .status,
  ).toBe(200);
  expect(world.defects).toEqual([]);
});
