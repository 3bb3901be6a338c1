import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProtected } from '@samtrot/shared/access/wanted-page.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { testWorld } from '../testing/world/world.ts';
import { buildIfStale } from './build.ts';

beforeAll(async () => void (await buildIfStale('web')), 120_000);

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose: string;
}

test.each([
  ['Samtrot', {}],
  ['Agenda', { APP_NAME: 'Agenda', APP_ICON: 'notes' }],
])(
  'the dashboard can be installed as %s, with icons that exist [EXP-114]',
  async (name, settings) => {
    await using world = await testWorld(settings);
    const open = (url: string) => world.server.inject({ url });
    const response = await open('/app.webmanifest');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(response.headers['content-security-policy']).toContain("manifest-src 'self'");
    const { icons, ...manifest } = response.json() as { icons: Icon[] };
    const page = readFileSync(join(import.meta.dirname, '../../../web/app.html'), 'utf8');
    const [, canvas] = /theme-color" content="(#\w{6})" media="\(prefers-color-scheme: light/.exec(
      page,
    )!;
    expect(manifest).toEqual({
      id: '/home',
      start_url: '/home',
      scope: '/',
      display: 'standalone',
      lang: 'de-CH',
      name,
      short_name: name,
      theme_color: canvas,
      background_color: canvas,
    });
    expect(isProtected('/home')).toBe(true);
    // What browsers demand of something to install.
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    );
    for (const { src, sizes, type } of nonEmpty(icons)) {
      expect(src.startsWith('/notizen'), src).toBe(name === 'Agenda');
      const image = await open(src);
      expect([image.statusCode, image.headers['content-type']], src).toEqual([200, type]);
      const { width, height } = await sharp(image.rawPayload).metadata();
      if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
    }
  },
);

test.each([
  ['APP_NAME', 'Viel zu langer Name'],
  ['APP_NAME', ' '],
  ['APP_ICON', 'photo'],
])('%s cannot be «%s» [EXP-114]', async (setting, value) => {
  await expect(testWorld({ [setting]: value })).rejects.toThrow(setting);
});

test('the service worker is asked for at each visit and may control all pages [EXP-114]', async () => {
  await using world = await testWorld({});
  for (const encoding of ['identity', 'br']) {
    const response = await world.server.inject({
      url: '/service-worker.js',
      headers: { 'accept-encoding': encoding },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-cache');
    expect(response.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(response.headers['content-security-policy']).toContain("worker-src 'self'");
  }
});
