import { LANGUAGES, type LanguageCode } from '@samtrot/shared/inserate/languages.ts';
import { hidesAddress, PLACE_TITLES, placeOf } from '@samtrot/shared/inserate/place.ts';
import { openingsText, type Reachable, reachableText } from '@samtrot/shared/inserate/reachable.ts';
import type { OpeningHours } from '@samtrot/shared/kernel/opening-hours.ts';
import type { ReviewContent, ReviewedThing } from '@samtrot/shared/moderation/review-rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { type Ciphertext, encryptedColumn } from '../../platform/encryption.ts';
import { bannerPending } from '../banners/service.ts';
import { clubContact, clubPending } from '../clubs/service.ts';
import { adContact, adPending } from '../inserate/service.ts';

/** What a decision was about, with its contact data. */
export const reviewContent = encryptedColumn({ table: 'review', column: 'content', row: ['id'] });
export const readContent = (id: number, stored: Ciphertext): ReviewContent =>
  JSON.parse(reviewContent.decrypt(stored, id));

/** The thing of a review. */
export interface Item {
  thing: ReviewedThing;
  item_id: number;
}

/** What visitors see of a thing now, or would see if what waits of it were approved. */
export async function contentOf(db: Sql, { thing, item_id }: Item): Promise<ReviewContent> {
  const { rows } = await sql<{ content: ReviewContent | null }>`
    select review_content(${thing}, ${item_id}) as content`.execute(db);
  // Of the contact data the database holds but a hash in clear.
  const { contact: _hash, pending: _print, ...shown } = rows[0]!.content ?? {};
  if (thing === 'banner') {
    const row = await db
      .selectFrom('banner')
      .select(['id', 'pending'])
      .where('id', '=', item_id)
      .executeTakeFirst();
    return row ? known(shown, bannerPending.overlay(row)) : shown;
  }
  const row = await db
    .selectFrom(thing === 'story' ? 'inserat' : thing)
    .select(['id', 'contact', 'pending'])
    .where('id', '=', item_id)
    .executeTakeFirst();
  if (!row) return shown;
  if (thing === 'story') return known(shown, adPending.overlay(row));
  if (thing === 'club') {
    const waiting = clubPending.overlay({ ...row, ...clubContact.read(row) });
    const content = known(shown, waiting);
    const { telefon, homepage, strasse_und_nummer, postleitzahl, ort } = waiting;
    const address = line([strasse_und_nummer, postleitzahl, ort]);
    const oeffnungszeiten = await openingsOfClub(db, item_id);
    return { ...content, telefon, homepage, ort: address, oeffnungszeiten };
  }
  return shownOfAd(db, row, shown);
}

/** No review is due for them, and visitors read them. */
async function openingsOfClub(db: Sql, id: number): Promise<string> {
  const { oeffnungszeiten } = await db
    .selectFrom('club')
    .select('oeffnungszeiten')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return openingsText(oeffnungszeiten as unknown as OpeningHours[]);
}

/**
 * Of an ad also what no review is due for: hours, languages, and how much of number and address is
 * shown.
 */
async function shownOfAd(
  db: Sql,
  row: { id: number; contact: Ciphertext | null; pending: Ciphertext | null },
  shown: ReviewContent,
): Promise<ReviewContent> {
  const { erreichbar, sprachen, sms_erlaubt, ...switches } = await db
    .selectFrom('inserat')
    .select(['erreichbar', 'sprachen', 'sms_erlaubt', 'adresse_anzeigen', 'ort_anzeigen'])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  const waiting = adPending.overlay({ ...row, ...switches, ...adContact.read(row) });
  const { telefon, whatsapp, homepage, ...at } = waiting;
  const lines = [at.strasse_und_nummer, at.adressezusatz, at.postleitzahl, at.ort];
  return {
    ...known(shown, waiting),
    telefon,
    whatsapp,
    homepage,
    ort: line(lines),
    wo: PLACE_TITLES[placeOf(at)],
    erreichbar: reachableText(erreichbar as unknown as Reachable),
    sprachen: (sprachen as LanguageCode[]).map((code) => LANGUAGES[code]),
    sms: sms_erlaubt ? 'erlaubt' : '',
  };
}

const line = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

/** A content with the texts that wait of it. */
const known = (content: ReviewContent, waiting: object): ReviewContent => ({
  ...content,
  ...Object.fromEntries(Object.entries(waiting).filter(([name]) => name in content)),
});

/** Whether it has an address that visitors do not see whole. */
export const isAddressHidden = (
  { thing }: Pick<Item, 'thing'>,
  { ort = '', wo = '' }: ReviewContent,
): boolean => thing === 'inserat' && hidesAddress(String(ort), String(wo));

const PHONES = ['telefon', 'whatsapp'];
/** For who may not see private data. */
export const withoutPrivate = (of: Pick<Item, 'thing'>, content: ReviewContent): ReviewContent => {
  const left = isAddressHidden(of, content) ? [...PHONES, 'ort'] : PHONES;
  return Object.fromEntries(Object.entries(content).filter(([field]) => !left.includes(field)));
};

/** The content of a review: that of its decision, or what visitors see now. */
export async function reviewedContent(db: Sql, row: Item & { id: number }): Promise<ReviewContent> {
  const decided = await db
    .selectFrom('review')
    .select('content')
    .where('id', '=', row.id)
    .executeTakeFirst();
  return decided?.content ? readContent(row.id, decided.content) : contentOf(db, row);
}
