import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type DeliveredAd,
  type DeliveredClub,
  type ListsAnswer,
  type Portal,
  portal,
  type VisitBody,
} from '@samtrot/partner';
import { visitBody } from '@samtrot/shared/delivery/contract.ts';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach } from 'vitest';
import { render } from './entry-server.tsx';
import { createSite, type SiteOptions } from './site.ts';

/** The ads of a list that `topad` and `ids` leave. */
export function listed(address: string, ads: DeliveredAd[]): DeliveredAd[] {
  const query = new URL(address, 'http://api').searchParams;
  const [topad, ids] = [query.get('topad'), query.get('ids')];
  return ads
    .filter((ad) => !topad || ad.topad === (topad === 'only'))
    .filter(({ id }) => !ids || ids.split(',').includes(id));
}

const NO_LISTS: Pick<ListsAnswer, 'cantons' | 'categories' | 'offerings'> = {
  cantons: [],
  categories: [],
  offerings: [],
};
const HELP = '<p><strong>In Gefahr?</strong></p><p>Ruf <a href="tel:117">117</a> an.</p>';
const TAKEN = { status: 202, message: 'Danke. Deine Meldung hat die Nummer M-7.' };

/** A fake portal: returns what a test sets, and records what it receives. */
export const fake = {
  ads: [] as DeliveredAd[],
  clubs: [] as DeliveredClub[],
  /** How many ads the filters of a request leave, if not those of the list. */
  counts: (_query: URLSearchParams): { total: number; new_today: number } | null => null,
  /** Cursor of the next page of ads. */
  next: null as string | null,
  /** The last parts of addresses that it answers with an error. */
  failing: [] as string[],
  /** Whether it has had each ad that is asked for. */
  hadAll: true,
  /** Status of its response to a visit. */
  takes: 202,
  received: [] as ({ path: string } & VisitBody)[],
  asked: [] as { path: string; query: string; tag: string | undefined }[],
  lists: NO_LISTS,
  reports: [] as unknown[],
  /** Its text of the help lines; null while it does not answer. */
  help: HELP as string | null,
  /** Its response to a report. */
  takesReport: TAKEN,
};
let api: Server;
export const failures: unknown[] = [];
/** The site of this test, its address, its connection to the portal, and its clock. */
export const here = {} as { site: FastifyInstance; at: string; door: Portal; now: Date };
export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const AGENT = 'Mozilla/5.0 (Test)';

export const ad = (values: Partial<DeliveredAd> = {}): DeliveredAd => ({
  id: crypto.randomUUID(),
  name: 'Lena',
  titel: 'Entspannte Stunden',
  beschreibung: 'Text',
  beschreibung_html: '<p>Text</p>',
  telefon: '+41791234567',
  sms: true,
  whatsapp: '+41791112233',
  homepage: 'https://lena.example/ueber?a=1&b=2',
  standort: null,
  adresse: null,
  erreichbar: { zeiten: [], nach_absprache: false },
  originalbilder: 'Keine Angaben' as const,
  cantons: [],
  categories: [],
  offerings: [],
  sprachen: [],
  images: [],
  videos: [],
  story: null,
  topad: false,
  topad_until: null,
  farbe: false,
  published_at: '2026-11-20T12:00:00.000Z',
  lifted_at: '2026-11-20T12:00:00.000Z',
  end_at: '2026-11-27T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
  ...values,
});
export const club = (values: Partial<DeliveredClub> = {}): DeliveredClub => ({
  id: crypto.randomUUID(),
  name: 'Haus Linde',
  titel: 'Ruhe',
  beschreibung: 'Text',
  telefon: '+41443334455',
  homepage: 'https://linde.example/',
  adresse: null,
  canton: null,
  oeffnungszeiten: [],
  images: [],
  end_at: null,
  updated_at: '2026-11-20T12:00:00.000Z',
  ...values,
});

export async function openSite(options: Partial<SiteOptions> = {}) {
  const { port } = api.address() as AddressInfo;
  here.door = portal({ url: `http://127.0.0.1:${port}`, key: 'sr_key' });
  here.site = await createSite({
    portal: here.door,
    portalPublicUrl: 'http://portal.example',
    render,
    stylesheet: '/site.css',
    script: '/site.js',
    leaveUrl: 'https://wetter.example/',
    secureCookies: false,
    onFailure: (error: unknown) => failures.push(error),
    now: () => here.now,
    webhookSecret: SECRET,
    ...options,
  });
  here.at = await here.site.listen({ port: 0, host: '127.0.0.1' });
}

export const ask = (
  path: string,
  { method = 'GET', cookie = 'alter=18', ...headers }: Record<string, string> = {},
) =>
  fetch(here.at + path, {
    method,
    redirect: 'manual',
    headers: { cookie, 'user-agent': AGENT, ...headers },
  });

/** All visits the portal has received; the site stops only after its queue is drained. */
export async function receivedVisits() {
  await here.site.close();
  return fake.received.map(({ path, kind }) => `${path.replace('/partner/v1/', '')} ${kind}`);
}

/** A new portal and a new site for each test of a file. */
export function eachTestItsOwn(): void {
  beforeEach(async () => {
    here.now = new Date('2026-11-20T19:30:00Z');
    Object.assign(fake, { ads: [ad()], clubs: [club()], takes: 202, received: [], asked: [] });
    Object.assign(fake, {
      next: null,
      failing: [],
      hadAll: true,
      reports: [],
      help: HELP,
      takesReport: TAKEN,
      counts: () => null,
      lists: NO_LISTS,
    });
    failures.length = 0;
    api = createServer(async (request, response) => {
      const { pathname: path, searchParams: query } = new URL(request.url!, 'http://api');
      const respond = (status: number, body: object, headers = {}) =>
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body));
      if (request.method === 'POST') {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        const sent: unknown = JSON.parse(Buffer.concat(chunks).toString());
        if (path === '/partner/v1/reports') {
          fake.reports.push(sent);
          const { status, message } = fake.takesReport;
          return respond(status, { success: status < 400, number: 'M-7', message });
        }
        fake.received.push({ path, ...visitBody.parse(sent) });
        return respond(fake.takes, { success: fake.takes < 400 });
      }
      if (path === '/api')
        return fake.help === null
          ? respond(500, { success: false })
          : respond(200, { success: true, title: 'Hilfe', html: fake.help });
      const tag = request.headers['if-none-match'];
      fake.asked.push({ path, query: query.toString(), tag });
      const [, , , list, id, more] = path.split('/');
      if (fake.failing.includes(more ?? id ?? list!)) return respond(500, { success: false });
      if (id === 'count')
        return respond(200, {
          success: true,
          corrected: null,
          ...(fake.counts(query) ?? { total: fake.ads.length, new_today: 0 }),
        });
      if (more === 'similar') {
        if (!fake.hadAll) return respond(404, { success: false });
        const ads = fake.ads.slice(0, Number(query.get('limit')));
        return respond(200, { success: true, ads });
      }
      const items: { id: string }[] = list === 'clubs' ? fake.clubs : fake.ads;
      const found = items.find((one) => one.id === id);
      if (id && !found) return respond(404, { success: false });
      const next = {
        next_cursor: list === 'ads' ? fake.next : null,
        next_since: 's'.repeat(20),
        more: false,
      };
      const body = {
        lists: fake.lists,
        banners: { banners: [] },
        ads: id ? { ad: found } : { ads: listed(request.url!, fake.ads), corrected: null, ...next },
        stories: {
          ads: fake.ads.filter(({ story }) => story),
          next_cursor: null,
          more: false,
        },
        clubs: id ? { club: found } : { clubs: items, ...next },
      }[list!]!;
      const etag = `"${createHmac('sha1', 'x').update(JSON.stringify(body)).digest('hex')}"`;
      if (tag === etag) return response.writeHead(304, { etag }).end();
      return respond(200, { success: true, ...body }, { etag });
    });
    await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
    await openSite();
  });
  afterEach(async () => {
    await here.site.close();
    api.closeAllConnections();
    api.close();
  });
}
