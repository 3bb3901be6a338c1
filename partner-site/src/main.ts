/** Runs the website; its README names the settings. Build it first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { portal } from '@samtrot/partner';
import { createSite, type SiteOptions } from './site.ts';

const DIST = join(import.meta.dirname, '../dist');

const { env } = process;
const portalUrl = env.PORTAL_URL ?? 'http://localhost:3000';
if (!env.PARTNER_KEY) {
  console.error(
    'PARTNER_KEY fehlt: den Schlüssel für diese Webseite gibt der Betrieb des Portals.',
  );
  process.exit(1);
}
const publicUrl = (env.PUBLIC_URL ?? '').replace(/\/+$/, '');

const manifest = JSON.parse(
  readFileSync(join(DIST, 'client/.vite/manifest.json'), 'utf8'),
) as Record<string, { file: string; assets?: string[] }>;
const { render } = (await import(pathToFileURL(join(DIST, 'server/entry-server.js')).href)) as Pick<
  SiteOptions,
  'render'
>;

const styles = manifest['src/styles/site.css']!;

const server = await createSite({
  portal: portal({ url: portalUrl, key: env.PARTNER_KEY }),
  portalPublicUrl: env.PORTAL_PUBLIC_URL ?? portalUrl,
  render,
  assets: join(DIST, 'client'),
  stylesheet: `/${styles.file}`,
  fonts: styles.assets!.filter((file) => /-core-.*\.woff2$/.test(file)).map((file) => `/${file}`),
  script: `/${manifest['src/browser/site.ts']!.file}`,
  leaveUrl: env.LEAVE_URL ?? 'https://www.meteoschweiz.admin.ch/',
  publicUrl,
  warning: env.WARNING,
  searchEngines: env.SEARCH_ENGINES === '1',
  webhookSecret: env.WEBHOOK_SECRET || undefined,
  trustedProxies: env.TRUSTED_PROXIES,
  secureCookies: publicUrl.startsWith('https://'),
  onFailure: (error) => console.error(error instanceof Error ? error.message : error),
});
console.log(
  `Mondgarten: ${await server.listen({ port: Number(env.PORT ?? 3001), host: env.HOST ?? '127.0.0.1' })}`,
);

// A parent that is gone closes this channel; the website does not outlive it.
process.once('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)));
