import { keepBanner, orderBanner, saveBanner } from '@samtrot/shared/banners/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bannersOf, bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';
import { runningBanners } from './service.ts';

let world: World;
let user: Caller;
let webseiten: number[];
let booked: number;
beforeAll(async () => {
  world = await testWorld();
  user = await advertisers(world).rich(1_000_000);
  webseiten = [await websiteOf(world)];
  booked = (await user.call(orderBanner, bannerWish({ webseiten }))).body.banner.ID;
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

/** Nothing of these may ever be where a click leads. */
const HOSTILE = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
  ],
  ...[
    'javascript://studio.example/%0aalert(1)',
    'javascript&colon;alert(1)',
    '\u0001javascript:alert(1)',
  ],
  ...[
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'vbscript:msgbox(1)',
  ],
  ...[
    'file:///etc/passwd',
    'ftp://studio.example',
    'blob:https://studio.example/1',
    'about:blank',
    'view-source:https://x.example',
  ],
  ...[
    'http://studio.example',
    'HTTP://studio.example',
    'ws://studio.example',
    'mailto:a@studio.example',
    'tel:+41791234567',
  ],
  ...[
    'intent://studio.example#Intent;end',
    'ssh://studio.example',
    'jar:https://studio.example!/x',
    'chrome://settings',
  ],
  ...[
    'https://',
    'https:///',
    'https:studio.example',
    'https:/studio.example',
    'https:\\\\studio.example',
    '//',
    '///',
  ],
  ...[
    'https://localhost',
    'https://localhost:3000/api',
    'https://printer.local',
    'https://geheim.internal',
    'https://a.onion',
  ],
  ...[
    'https://router.lan',
    'https://nas.home.arpa',
    'https://drucker.home',
    'https://wiki.corp',
    'https://a.localdomain',
  ],
  ...[
    'https://router.ｌｏｃａｌ/',
    'https://foo.ｉｎｔｅｒｎａｌ',
    'https://foo.ˡocal',
    'https://foo.locaℓ',
    'https://foo.ᴸᴬᴺ',
  ],
  ...[
    'https://foo。local',
    'https://foo.LOCAL',
    'https://foo.local:443/',
    'https://foo.lo\u00ADcal',
    'https://ａ.１',
  ],
  ...[
    'https://xn--zzzz.ch',
    'https://xn--a.com',
    'https://a.xn--zzzz',
    'https://studio.example:99999',
  ],
  ...[
    'https://127.0.0.1',
    'https://１２７.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://[::1]/',
  ],
  ...[
    'https://10.0.0.1',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest',
    'https://[fe80::1]',
    'https://1.2.3.4',
  ],
  ...[
    'https://user@studio.example',
    'https://user:pass@studio.example',
    'https://studio.example@boese.example',
  ],
  ...[
    'https://studio.example\\@boese.example',
    'https://studio .example',
    'https://studio.example/ "onload="x',
    "https://studio.example/'",
  ],
  ...[
    'https://studio.example/<script>',
    'https://studio.example/\u202Egpj.exe',
    'https://studio.example/\r\nSet-Cookie: a=1',
  ],
  ...[
    'https://studio..example',
    'https://-studio.example',
    'https://studio-.example',
    'https://.example',
    'https://example',
  ],
  ...[
    'https://studio.example:port',
    'https://studio.example:999999',
    'abc',
    '<a href=x>',
    '#',
    '?',
    '../api',
    '/api?action=logout',
  ],
  ...[
    `https://${'a'.repeat(64)}.example`,
    `https://studio.example/${'a'.repeat(500)}`,
    '\u0000',
    'https://studio.example/\u0000',
  ],
];

test('there are many of them, each once [T-DEL-05]', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
  expect(new Set(HOSTILE).size).toBe(HOSTILE.length);
});

test.each(HOSTILE.map((url) => [url]))(
  '%j is no target: not ordered, not saved, and kept it leads nowhere [T-DEL-05, BAN-42, BAN-43]',
  async (url) => {
    await world.db.deleteFrom('rate_limit').execute();
    const credits = async () => (await user.raw('state', { method: 'GET' })).body.state.credits;
    const [before, others] = [await credits(), (await bannersOf(user)).length];
    for (const answer of [
      await user.call(orderBanner, bannerWish({ webseiten, url, text: 'Neu' })),
      await user.call(saveBanner, bannerWish({ ID: booked, webseiten, url })),
    ]) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID_INPUT' } });
      expect(Object.keys(answer.body.errors)).toEqual(['url']);
    }
    const kept = await user.call(keepBanner, { ...bannerWish({ ID: booked, webseiten, url }) });
    expect([200, 422]).toContain(kept.status);
    const running = await runningBanners(world.db, world.clock.now());
    expect(running.map((banner) => banner.url)).toEqual(['https://studio-linde.example/']);
    expect([await credits(), (await bannersOf(user)).length]).toEqual([before, others]);
  },
);

test.each([
  ['studio.example', 'https://studio.example'],
  [' https://www.studio.example/a?b=c&d=e#f ', 'https://www.studio.example/a?b=c&d=e#f'],
  ['https://zürich.example/straße', 'https://zürich.example/straße'],
  ['HTTPS://STUDIO.EXAMPLE:8443', 'HTTPS://STUDIO.EXAMPLE:8443'],
  ['https://xn--zrich-kva.example', 'https://xn--zrich-kva.example'],
  ['https://локал.рф', 'https://локал.рф'],
])('%j leads to %s [BAN-42]', async (url, target) => {
  const { status, body } = await user.call(
    orderBanner,
    bannerWish({ webseiten, url, text: 'Gut' }),
  );
  expect([status, body.banner?.url]).toEqual([200, target]);
});
