import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import type { BLANK_CLUB_CONTACT } from '@samtrot/shared/clubs/contract.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { clubContact } from '../../modules/clubs/service.ts';
import { nextId } from '../../platform/encryption.ts';
import type { Banner, Club, Image } from '../../platform/schema.generated.ts';
import { storedEdits } from '../world/encrypted-rows.ts';
import type { World } from '../world/world.ts';

type Reached = Partial<Record<keyof typeof BLANK_CLUB_CONTACT, string>>;

interface Run {
  start: Date;
  end: Date;
}

/**
 * Rows of banners and clubs as their orders leave them, for tests that only read. Nothing is
 * charged.
 */
export function placements({ db, clock }: Pick<World, 'db' | 'clock'>) {
  const times = () => ({ created_at: clock.now(), changed_at: clock.now() });
  let contents = 0;
  return {
    async banner(
      accountId: number,
      {
        run,
        websites = [],
        ...columns
      }: Partial<Selectable<Banner>> & { run?: Run; websites?: number[] } = {},
    ): Promise<number> {
      const typ = (columns.typ ?? 'a4') as BannerTypeId;
      const { id } = await db
        .insertInto('banner')
        .values({
          account_id: accountId,
          text: 'Studio Linde',
          url: 'https://studio-linde.example/',
          monate: 1,
          ...times(),
          ...columns,
          typ,
          hidden_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (websites.length > 0)
        await db
          .insertInto('banner_webseite')
          .values(websites.map((website_id) => ({ banner_id: id, website_id })))
          .execute();
      if (!run) return id;
      const booking = await db
        .insertInto('banner_booking')
        .values({
          banner_id: id,
          typ,
          months: columns.monate ?? 1,
          websites: Math.max(1, websites.length),
          base: 60,
          surcharge: 18,
          start_at: run.start,
          end_at: run.end,
          created_at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .updateTable('banner')
        .set({
          booking_id: booking.id,
          hidden_at: columns.hidden_at ?? null,
          open_end: columns.deleted_at ? null : run.end,
        })
        .where('id', '=', id)
        .execute();
      return id;
    },

    /** A picture of a banner or a club, without files; returns its content's name. */
    async picture(
      accountId: number,
      on: { banner_id: number } | { club_id: number },
      values: Partial<Selectable<Image>> = {},
    ): Promise<string> {
      const content_id = (++contents).toString(16).padStart(64, 'b');
      await db
        .insertInto('image')
        .values({
          account_id: accountId,
          content_id,
          name: 'bild.jpg',
          width: 1248,
          height: 244,
          widths: sql`'{320,640,1248}'`,
          placeholder: 'data:image/webp;base64,AAAA',
          position: 0,
          place: 'banner_id' in on ? 'banner' : 'club',
          created_at: clock.now(),
          ...on,
          ...values,
        })
        .execute();
      return content_id;
    },

    async club(
      accountId: number,
      {
        run,
        edits,
        ...columns
      }: Omit<Partial<Selectable<Club>>, 'unsaved'> & Reached & { run?: Run; edits?: object } = {},
    ): Promise<number> {
      const id = await nextId(db, 'club');
      await db
        .insertInto('club')
        .values({
          id,
          account_id: accountId,
          club_name: 'Haus Linde',
          placed_at: clock.now(),
          ...times(),
          ...clubContact.columnsOf(columns as Partial<Insertable<Club>>, { id, contact: null }),
          ...(edits && { unsaved: storedEdits('club', id, edits) }),
        })
        .execute();
      if (!run) return id;
      const booking = await db
        .insertInto('club_booking')
        .values({
          club_id: id,
          months: 1,
          total: 50,
          start_at: run.start,
          end_at: run.end,
          created_at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.updateTable('club').set({ booking_id: booking.id }).where('id', '=', id).execute();
      return id;
    },
  };
}
