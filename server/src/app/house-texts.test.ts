import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { PUBLIC_TEXT_IDS, type TextId } from '@samtrot/shared/texts/rules.ts';
import { expect, test } from 'vitest';
import { officeHours } from '../modules/texts/service.ts';
import { advertisers } from '../testing/listings/inserate.ts';
import { releasedText } from '../testing/world/texts.ts';
import { testWorld } from '../testing/world/world.ts';
import { compose } from './compose.ts';
import { buildServer } from './server.ts';

/** What is added to each, and where it is shown. */
const ADDED: Partial<Record<TextId, { words: string; html: string; page: string }>> = {
  faq: {
    words: '### Gibt es das?\n\nAb {preis_tag}, {buerozeiten}.',
    html: '<p>Ab 10 Credits, Montag bis Freitag, 09:00–12:00 und 13:00–17:00; Samstag, 10:00–11:30.</p>',
    page: '/kontakt',
  },
  contact: {
    words: 'Post\n: {strasse}, [Plan](/kontakt)',
    html: '<span class="sm muted">Post</span><span class="num">Musterstrasse 1, <a class="link" href="/kontakt">Plan</a></span>',
    page: '/kontakt',
  },
  hours: {
    words: 'Samstag\n: 10:00–11:30',
    html: '<span class="sm muted">Samstag</span><span class="num">10:00–11:30</span>',
    page: '/kontakt',
  },
  helplines: {
    words: 'Auch: [143](tel:143) <b>x',
    html: '<p>Auch: <a class="link" href="tel:143">143</a> &lt;b&gt;x</p>',
    page: '/melden/inserat/',
  },
};

test('questions, contact, hours and help lines change at their date, on every server [BOF-127, BOF-128]', async () => {
  await using world = await testWorld();
  const { config, db, pool, clock, app } = world;
  const on = advertisers(world);
  const { id } = await on.place(await on.rich(100), { inserat_typ: '1_week' });
  const { public_id } = await db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await using other = await buildServer(compose({ config, db, pool, clock, log: app.log }));
  const servers = [world.server, other];
  const shown = (page: string) =>
    Promise.all(
      servers.map(async (server) => {
        const url = page.endsWith('/') ? page + public_id : page;
        const answer = await server.inject({ url, headers: { accept: 'text/html' } });
        expect(answer.statusCode, url).toBe(200);
        return answer.body;
      }),
    );
  const validFrom = new Date(clock.now().getTime() + 60_000);
  const entries = nonEmpty(
    Object.entries(ADDED) as [TextId, NonNullable<(typeof ADDED)[TextId]>][],
  );
  for (const [text, { words }] of entries) await releasedText(world, text, { words, validFrom });
  for (const [, { html, page }] of entries)
    for (const body of await shown(page)) expect(body).not.toContain(html);
  expect((await officeHours({ db, now: clock.now() }))[5]).toEqual([]);
  clock.set(validFrom);
  for (const [text, { html, page }] of entries) {
    for (const body of await shown(page)) expect(body, text).toContain(html);
    if (!(PUBLIC_TEXT_IDS as readonly string[]).includes(text)) continue;
    const { body } = await other.inject(`/api?action=get_text&text=${text}`);
    expect(JSON.parse(body).html, text).toContain(html);
  }
  expect((await officeHours({ db, now: clock.now() }))[5]).toEqual([[600, 690]]);
  const hidden = await world.server.inject('/api?action=get_text&text=hours');
  expect(hidden.statusCode).toBe(422);
  expect(world.defects).toEqual([]);
});
