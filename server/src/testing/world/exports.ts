import { randomBytes } from 'node:crypto';
import { reauthenticate } from '@samtrot/shared/access/contract.ts';
import { startDataExport } from '@samtrot/shared/data-export/contract.ts';
import { EXPORT_PATH } from '@samtrot/shared/data-export/rules.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { advertisers } from '../listings/inserate.ts';
import { unzip } from '../process/zip.ts';
import { confirmed } from './factors.ts';
import type { Owner } from './owners.ts';
import { type Caller, PASSWORD, type World } from './world.ts';

/** Proves that the account is the caller's, and starts a copy of its data. */
export async function startedExport(user: Caller): Promise<void> {
  const proof = await user.call(reauthenticate, { kind: 'export', password: PASSWORD });
  if (proof.status !== 200) throw new Error(JSON.stringify(proof.body));
  const started = await user.call(startDataExport, {});
  if (started.status !== 200) throw new Error(JSON.stringify(started.body));
}

/** A proof and the row of a finished copy, without its file. */
export async function readyExport(owner: Owner): Promise<Record<string, never>> {
  const { world, userId } = owner;
  await confirmed(world, owner, 'export');
  const now = world.clock.now();
  await world.db
    .insertInto('data_export')
    .values({
      account_id: userId,
      started_by: 'owner',
      state: 'ready',
      file: `${String(userId).padStart(64, '0')}.bin`,
      bytes: 1000,
      created_at: now,
      ready_at: now,
      expires_at: new Date(now.getTime() + 7 * DAY_MS),
    })
    .onConflict((conflict) => conflict.column('file').doNothing())
    .execute();
  return {};
}

/** The finished ZIP as the route sends it. */
export const downloaded = (world: World, { cookie }: Pick<Caller, 'cookie'>) =>
  world.server.inject({
    method: 'GET',
    url: EXPORT_PATH,
    headers: { cookie: world.cookieNow(cookie) },
  });

/** The files of a copy of the account's data, made now. */
export async function exportOf(world: World, user: Caller): Promise<Map<string, Buffer>> {
  await startedExport(user);
  await world.runTasks('data-export/build');
  const answer = await downloaded(world, user);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return unzip(answer.rawPayload);
}

/** An account with so many ads, and pictures and their bytes in each, as rows and files. */
export async function largeAccount(
  world: World,
  { ads, pictures, bytes }: Record<'ads' | 'pictures' | 'bytes', number>,
): Promise<Caller & { email: string }> {
  const on = advertisers(world);
  const user = (await on.rich(100)) as Awaited<ReturnType<World['user']>>;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  await sql`
    insert into inserat (account_id, status, inserat_typ, titel, beschreibung, created_at, changed_at)
    select account_id, 'entwurf', inserat_typ, titel || n, repeat(beschreibung, 20), created_at, changed_at
      from inserat, generate_series(2, ${ads}::int) n where id = ${id}`.execute(world.db);
  const { rows } = await sql<{ content_id: string }>`
    insert into image (account_id, inserat_id, position, name, content_id, width, height, widths,
                       placeholder, bytes, created_at)
    select account_id, id, n, 'bild.jpg', encode(sha256((id || '-' || n)::bytea), 'hex'), 1600, 1200, '{1600}',
           'data:image/webp;base64,' || repeat('A', 200), ${bytes}, created_at
      from inserat, generate_series(1, ${pictures}::int) n where account_id = ${user.userId}
    returning content_id`.execute(world.db);
  const file = randomBytes(bytes);
  for (const { content_id } of rows) {
    file.write(content_id);
    await world.app.media.files.put(`${content_id}-1600.webp`, file);
  }
  return user;
}
