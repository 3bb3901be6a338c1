import type { ReviewContent, ReviewedThing } from '@samtrot/shared/moderation/review-rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { type Ciphertext, encryptedColumn } from '../../platform/encryption.ts';
import { clubContact } from '../clubs/service.ts';
import { adContact } from '../inserate/service.ts';

/** What a decision was about, with its contact data. */
export const reviewContent = encryptedColumn({ table: 'review', column: 'content', row: ['id'] });
export const readContent = (id: number, stored: Ciphertext): ReviewContent =>
  JSON.parse(reviewContent.decrypt(stored, id));

/** The thing of a review. */
export interface Item {
  thing: ReviewedThing;
  item_id: number;
}

/** What visitors see of a thing now. */
export async function contentOf(db: Sql, { thing, item_id }: Item): Promise<ReviewContent> {
  const { rows } = await sql<{ content: ReviewContent | null }>`
    select review_content(${thing}, ${item_id}) as content`.execute(db);
  // Of the contact data the database holds but a hash in clear.
  const { contact: _hash, ...content } = rows[0]!.content ?? {};
  if (thing === 'banner' || thing === 'story') return content;
  const row = await db
    .selectFrom(thing)
    .select(['id', 'contact'])
    .where('id', '=', item_id)
    .executeTakeFirst();
  if (!row) return content;
  const line = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');
  if (thing === 'club') {
    const { telefon, homepage, strasse_und_nummer, postleitzahl, ort } = clubContact.read(row);
    const address = line([strasse_und_nummer, postleitzahl, ort]);
    return { ...content, telefon, homepage, ort: address };
  }
  const { telefon, whatsapp, homepage, ...at } = adContact.read(row);
  const address = line([at.strasse_und_nummer, at.adressezusatz, at.postleitzahl, at.ort]);
  return { ...content, telefon, whatsapp, homepage, ort: address };
}

/** The content of a review: that of its decision, or what visitors see now. */
export async function reviewedContent(db: Sql, row: Item & { id: number }): Promise<ReviewContent> {
  const decided = await db
    .selectFrom('review')
    .select('content')
    .where('id', '=', row.id)
    .executeTakeFirst();
  return decided?.content ? readContent(row.id, decided.content) : contentOf(db, row);
}
