import {
  BLANK_CONTACT,
  type InseratContent,
  SHOWN_CONTENT,
} from '@samtrot/shared/inserate/contract.ts';
import type { Place, Rating } from '@samtrot/shared/media/rules.ts';
import type { Policy } from '@samtrot/shared/partners/policy-rules.ts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import type { Ciphertext } from '../../../platform/encryption.ts';
import { type AdRow, columns, published, wanted } from '../search/store.ts';

/** An image, or a converted video. */
export interface MediaRow {
  kind: 'image' | 'video';
  place: Place;
  content_id: string;
  width: number;
  height: number;
  /** Widths of an image's files, heights of a video's. */
  sizes: number[];
  placeholder: string;
  duration_ms: number;
}

/** What of an ad is delivered; its contact data are a ciphertext until then. */
export type AdContent = AdRow &
  Omit<Shown, keyof typeof BLANK_CONTACT> & {
    contact: Ciphertext | null;
    colour: boolean;
    published_at: Date;
    lifted_at: Date;
    end_at: Date;
    topad_until: Date | null;
    story_until: Date | null;
    changed_at: Date;
    /** Up to the rating that was asked for, in order; others never leave the database. */
    media: MediaRow[];
  };

type Shown = Pick<InseratContent, (typeof SHOWN_CONTENT)[number]>;
const CLEAR = SHOWN_CONTENT.filter((name) => !(name in BLANK_CONTACT));
const COLUMNS = sql.raw(`${CLEAR.map((name) => `i.${name}`).join(', ')}, i.contact, i.colour,
  i.published_at, i.lifted_at, i.end_at, i.topad_until, i.story_until, i.changed_at`);

/** The contents of those of these ads that are published, with their version: one snapshot. */
export async function contentsOf(
  db: Database,
  publicIds: readonly string[],
  { now, ratings, policy }: { now: Date; ratings: Rating[]; policy?: Policy | undefined },
): Promise<AdContent[]> {
  const seen = sql`m.inserat_id = i.id and m.rating = any(${ratings}::text[])
    and m.seen_by in ('all', 'visitors')`;
  const { rows } = await sql<AdContent>`
    select ${columns(now)}, ${COLUMNS},
           coalesce((select json_agg(m order by m.position, m.id) from (
             select 'image' as kind, m.place, m.content_id, m.width, m.height, m.widths as sizes,
                    m.placeholder,
                    0 as duration_ms, m.position, m.id
               from image m where ${seen}
             union all
             select 'video', m.place, m.content_id, m.width, m.height, m.heights, '', m.duration_ms,
                    m.position, m.id
               from video m where ${seen} and m.status = 'bereit') m), '[]') as media
      from inserat i
     where i.public_id = any(${publicIds}::uuid[]) and ${published(now)}
       and ${wanted(policy)}`.execute(db);
  return rows;
}

/** An image of a club. */
export type ClubImageRow = Pick<
  MediaRow,
  'content_id' | 'width' | 'height' | 'sizes' | 'placeholder'
> & {
  club_id: number;
};

/** The images of these clubs with these ratings, in order. */
export async function imagesOfClubs(
  db: Database,
  ids: number[],
  ratings: Rating[],
): Promise<ClubImageRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ClubImageRow>`
    select club_id, content_id, width, height, widths as sizes, placeholder
      from image where club_id = any(${ids}::bigint[]) and rating = any(${ratings}::text[])
        and seen_by in ('all', 'visitors')
     order by club_id, position, id`.execute(db);
  return rows;
}
