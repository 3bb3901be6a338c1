import type {
  ClubAnswer,
  ClubsAnswer,
  ClubsQuery,
  DeliveredClub,
} from '@samtrot/shared/delivery/contract.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { webAddressProblem, withHttps } from '@samtrot/shared/kernel/web-address.ts';
import { type Rating, ratingsUpTo } from '@samtrot/shared/media/rules.ts';
import type { Database } from '../../../platform/db.ts';
import * as clubs from '../../clubs/service.ts';
import type { DeliveredItem, Item } from '../../delivery-receipts/service.ts';
import type { View } from '../../partners/service.ts';
import type { TimedResponse } from '../response-cache/cache.ts';
import { readChanges, withTombstones } from './change-feed.ts';
import { type ClubImageRow, imagesOfClubs } from './content-store.ts';
import { type Lists, presentImage } from './presenter.ts';
import { type ChangeCursor, tokens } from './tokens.ts';

interface Deps {
  db: Database;
  /** Origin of image addresses. */
  publicUrl: string;
  /** Signs page and change cursors. */
  secret: string;
  lists(now: Date): Promise<Lists>;
}

const HOMEPAGE_MAX = 200;
const LAND = 'Schweiz';

/** Reads the clubs for partner websites, with images up to the accepted rating. */
export function clubDelivery({ db, publicUrl, secret, lists }: Deps) {
  const token = tokens(secret);

  const present = async (
    rows: clubs.PublishedClub[],
    accepts: Rating,
    now: Date,
  ): Promise<DeliveredClub[]> => {
    const { cantons } = await lists(now);
    const images = await imagesOfClubs(
      db,
      rows.map(({ id }) => id),
      ratingsUpTo(accepts),
    );
    const ofClub = Map.groupBy(images, ({ club_id }) => club_id);
    return rows.map((row) =>
      presentClub(row, ofClub.get(row.id) ?? [], { cantons, origin: publicUrl }),
    );
  };
  const validUntil = async (rows: clubs.PublishedClub[], now: Date): Promise<number> => {
    const ends = rows.flatMap(({ end_at }) => end_at?.getTime() ?? []);
    const start = await clubs.nextClubStart(db, now);
    return Math.min(Number.MAX_SAFE_INTEGER, ...ends, ...(start ? [start.getTime()] : []));
  };

  const changesSince = async (
    {
      canton,
      limit,
      key,
      accepts,
      policy,
      since,
    }: Pick<ClubsQuery, 'canton' | 'limit'> & View & { key: string; since: string },
    now: Date,
    watermark: number,
  ): Promise<TimedResponse<ClubsAnswer>> => {
    const filter = { now, canton, policy };
    const { rows, next, more } = await readChanges(
      {
        changes: (of) => clubs.changedClubs(db, { ...filter, ...of }),
        timeDriven: (of) => clubs.passedClubs(db, { ...filter, ...of }),
        rated: (of) => clubs.ratedClubs(db, { ...filter, ...of }),
      },
      { cursor: token.read<ChangeCursor>('since', key, since), watermark, now, accepts, limit },
    );
    const shown = rows.filter((row) => row.shown);
    return {
      body: {
        success: true,
        clubs: withTombstones(rows, await present(shown, accepts, now)),
        next_cursor: null,
        next_since: token.write('since', key, next),
        more,
      },
      validUntil: now.getTime(),
      items: itemsOf(shown),
      removed: rows.filter(({ over }) => over).map(({ id }) => ({ kind: 'club', id })),
    };
  };

  return {
    /** @throws INVALID_INPUT for an unknown canton or a cursor of another query */
    async clubs(
      query: ClubsQuery,
      { accepts, policy }: View,
      now: Date,
    ): Promise<TimedResponse<ClubsAnswer>> {
      const { canton, limit, cursor } = query;
      if (cursor && query.since) throw invalid({ since: fieldTexts.format });
      const { cantons } = await lists(now);
      if (canton !== undefined && !cantons.some(({ id }) => id === canton))
        throw invalid({ canton: fieldTexts.format });
      const key = `clubs ${canton ?? ''}`;
      const watermark = await clubs.clubHorizon(db);
      if (query.since)
        return changesSince(
          { canton, limit, key, accepts, policy, since: query.since },
          now,
          watermark,
        );
      const after =
        cursor === undefined ? undefined : token.read<clubs.ClubPlace>('cursor', key, cursor);
      const rows = await clubs.publishedClubs(db, { now, canton, policy, after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      const next: clubs.ClubPlace | undefined = last && { since: last.since_key, id: last.id };
      const start: ChangeCursor = { horizon: watermark, at: now.getTime(), accepts: [accepts] };
      return {
        body: {
          success: true,
          clubs: await present(shown, accepts, now),
          next_cursor: next ? token.write('cursor', key, next) : null,
          next_since: token.write('since', key, start),
          more: next !== undefined,
        },
        validUntil: await validUntil(shown, now),
        items: itemsOf(shown),
        list: !cursor,
      };
    },

    async club(
      publicId: string,
      { accepts, policy }: View,
      now: Date,
    ): Promise<TimedResponse<ClubAnswer> | null> {
      const row = await clubs.publishedClub(db, publicId, now, policy);
      if (!row) return null;
      const [club] = await present([row], accepts, now);
      return {
        body: { success: true, club: club! },
        validUntil: row.end_at?.getTime() ?? Number.MAX_SAFE_INTEGER,
        items: itemsOf([row]),
      };
    },

    /** The requested club that is not shown, if it ever existed. */
    async findRemoved(publicId: string): Promise<Item[]> {
      const id = await clubs.clubNamed(db, publicId);
      return id === undefined ? [] : [{ kind: 'club', id }];
    },
  };
}

const itemsOf = (rows: clubs.PublishedClub[]): DeliveredItem[] =>
  rows.map(({ id, changed_at }) => ({ kind: 'club', id, mark: changed_at.getTime() }));

interface PresentContext {
  cantons: Lists['cantons'];
  origin: string;
}

function presentClub(
  row: clubs.PublishedClub,
  images: ClubImageRow[],
  { cantons, origin }: PresentContext,
): DeliveredClub {
  const contact = clubs.clubContact.read(row);
  const { strasse_und_nummer: strasse, postleitzahl: plz, ort, homepage } = contact;
  return {
    id: row.public_id,
    name: row.club_name,
    titel: row.titel,
    beschreibung: row.beschreibung,
    telefon: contact.telefon,
    // Stored rows are validated on output too.
    homepage:
      homepage !== '' && !webAddressProblem(homepage, HOMEPAGE_MAX) ? withHttps(homepage) : null,
    adresse: strasse && ort ? { strasse, zusatz: '', plz, ort, land: LAND } : null,
    canton: cantons.find(({ id }) => id === row.canton) ?? null,
    oeffnungszeiten: row.oeffnungszeiten
      .map(({ tag, von, bis }) => ({ tag, von, bis }))
      .toSorted((a, b) => a.tag - b.tag || a.von.localeCompare(b.von)),
    images: images.map((image) => presentImage(image, origin)),
    end_at: row.end_at?.toISOString() ?? null,
    updated_at: row.changed_at.toISOString(),
  };
}
