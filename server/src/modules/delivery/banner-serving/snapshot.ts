import { isDeepStrictEqual } from 'node:util';
import { BANNER_TYPES, type BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { targetProblem } from '@samtrot/shared/banners/target.ts';
import type { DeliveredImage } from '@samtrot/shared/delivery/contract.ts';
import { withHttps } from '@samtrot/shared/kernel/web-address.ts';
import { type Rating, ratingsUpTo } from '@samtrot/shared/media/rules.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db.ts';
import type { Logger } from '../../../platform/log.ts';
import { type RunningBanner, runningBanners, runningVersions } from '../../banners/service.ts';
import { type ShowingWebsite, showingWebsites } from '../../partners/service.ts';
import { presentImage } from '../partner-api/presenter.ts';
import { type Rotation, takeTurns, updateRotation } from './rotation.ts';

/** A running banner as responses need it; the same object until one of its fields changes. */
export interface ShownBanner {
  id: number;
  publicId: string;
  slot: BannerTypeId;
  text: string;
  image: DeliveredImage | null;
  rating: Rating | null;
  /** The target as a valid header value. */
  target: string;
  /** Milliseconds. */
  startAt: number;
  endAt: number;
  websites: number[];
  /** When its delivery to a website was last recorded, in milliseconds. */
  recordedAt: Map<number, number>;
  /** The JSON around the two tokens of a view, once serialized. */
  serialized: [before: string, between: string, behind: string] | null;
}

export interface BannerSnapshot {
  /** Re-reads the snapshot after a change of banners or websites. */
  invalidate(): void;
  /** Whether change notifications arrive. */
  setConnected(now: boolean): void;
  /** Resolves once the snapshot is fresh; undefined if it already is. */
  refreshed(): Promise<void> | undefined;
  /**
   * Resolves once the snapshot covers this time (ms), for a banner already served by another
   * process.
   */
  coveringBanner(id: number, shownAt: number): Promise<void> | undefined;
  /** The next banners in the rotation of a placement on a website, up to `count` different ones. */
  choose(websiteId: number, slot: BannerTypeId, count: number, now: Date): ShownBanner[];
  /** What runs in this placement, without taking a turn. */
  shown(websiteId: number, slot: BannerTypeId, count: number, now: Date): ShownBanner[];
  /** The banner while it runs. */
  running(id: number, now: Date): ShownBanner | undefined;
  website(publicId: string): ShowingWebsite | undefined;
  /** Whether a banner runs in this placement now. */
  isTaken(websiteId: number, slot: BannerTypeId, now: Date): boolean;
  stop(): void;
}

interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
  publicUrl: string;
}

/**
 * Maximum age in milliseconds, with and without notifications; reading takes at most 1 % of the
 * time.
 */
const MAX_AGE = { connected: 10_000, disconnected: 500, timesCost: 100 };
/** Tolerated clock difference between two server processes, in milliseconds. */
const SKEW = 1_000;
/**
 * Interval between reads caused by notifications: a multiple of the cost of a read, bounded, in ms.
 */
const PAUSE = { timesCost: 4, min: 50, max: 600 };

interface Snapshot {
  /** Of all that run, also of those that are not shown. */
  versions: Map<number, string>;
  banners: Map<number, ShownBanner>;
  showing: ShowingWebsite[];
  websites: Map<string, ShowingWebsite>;
  rotations: Map<string, Rotation<number>>;
}
const EMPTY: Snapshot = {
  versions: new Map(),
  banners: new Map(),
  showing: [],
  websites: new Map(),
  rotations: new Map(),
};

const placement = (websiteId: number, slot: BannerTypeId) => `${slot}${websiteId}`;

/**
 * All running banners; those that changed are read again. Start and end are compared per request,
 * so both hold to the millisecond although no row changes at those times.
 */
export function bannerSnapshot({ db, clock, log, publicUrl }: Deps): BannerSnapshot {
  let snapshot = EMPTY;
  let readAt = Number.NEGATIVE_INFINITY;
  /** The time (ms) as of which it was read. */
  let readFor = Number.NEGATIVE_INFINITY;
  let cost = 0;
  let connected = false;
  let pending = false;
  let stopped = false;
  let reading: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const read = async () => {
    const began = performance.now();
    pending = false;
    const now = clock.now();
    const [versions, showing] = await Promise.all([runningVersions(db, now), showingWebsites(db)]);
    const { versions: known } = snapshot;
    const changed = [...versions.keys()].filter((id) => known.get(id) !== versions.get(id));
    const rows = changed.length > 0 ? await runningBanners(db, now, changed) : [];
    snapshot = next(snapshot, { versions, showing, changed, rows }, publicUrl);
    readAt = began;
    readFor = now.getTime();
    cost = performance.now() - began;
  };
  const load = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined;
      if (pending) schedule();
    });
    return reading;
  };
  const refreshInBackground = () => {
    load().catch((error: unknown) =>
      log.warn({ err: error }, 'the running banners could not be read'),
    );
  };
  const schedule = () => {
    if (stopped || timer) return;
    const pause = Math.min(PAUSE.max, Math.max(PAUSE.min, cost * PAUSE.timesCost));
    const wait = Math.max(0, readAt + cost + pause - performance.now());
    timer = setTimeout(() => {
      timer = undefined;
      refreshInBackground();
    }, wait).unref();
  };

  const invalidate = () => {
    pending = true;
    if (!reading) schedule();
  };

  return {
    invalidate,
    setConnected(now) {
      connected = now;
      invalidate();
    },
    refreshed() {
      const maxAge = connected
        ? Math.max(MAX_AGE.connected, cost * MAX_AGE.timesCost)
        : MAX_AGE.disconnected;
      const age = performance.now() - readAt;
      if (age > maxAge) return load();
      if (age > maxAge / 2 && !reading) refreshInBackground();
      return undefined;
    },
    coveringBanner(id, shownAt) {
      if (snapshot.banners.has(id) || shownAt + SKEW < readFor) return undefined;
      // A read already under way may have started before this time.
      return reading ? reading.then(load, load) : load();
    },
    choose(websiteId, slot, count, now) {
      const rotation = snapshot.rotations.get(placement(websiteId, slot));
      const ids = rotation
        ? takeTurns(rotation, count, (id) => isRunning(snapshot.banners.get(id), now))
        : [];
      return ids.map((id) => snapshot.banners.get(id)!);
    },
    shown(websiteId, slot, count, now) {
      const { order = [] } = snapshot.rotations.get(placement(websiteId, slot)) ?? {};
      const running = order.filter((id) => isRunning(snapshot.banners.get(id), now));
      return running.slice(0, count).map((id) => snapshot.banners.get(id)!);
    },
    running(id, now) {
      const banner = snapshot.banners.get(id);
      return isRunning(banner, now) ? banner : undefined;
    },
    website: (publicId) => snapshot.websites.get(publicId),
    isTaken: (websiteId, slot, now) =>
      (snapshot.rotations.get(placement(websiteId, slot))?.order ?? []).some((id) =>
        isRunning(snapshot.banners.get(id), now),
      ),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const isRunning = (banner: ShownBanner | undefined, now: Date): boolean =>
  banner !== undefined && banner.startAt <= now.getTime() && now.getTime() < banner.endAt;

interface Read {
  versions: Map<number, string>;
  showing: ShowingWebsite[];
  changed: number[];
  /** Of the changed ones, those that still run. */
  rows: RunningBanner[];
}

/** What is as it was stays the same objects. */
function next(before: Snapshot, { versions, showing, changed, rows }: Read, origin: string) {
  const isSame =
    changed.length === 0 &&
    versions.size === before.versions.size &&
    isDeepStrictEqual(showing, before.showing);
  if (isSame) return before;
  const anew = new Set(changed);
  const fresh = new Map(rows.flatMap((row) => shown(row, origin)).map((one) => [one.id, one]));
  const banners = new Map<number, ShownBanner>();
  for (const id of versions.keys()) {
    const known = before.banners.get(id);
    const banner = anew.has(id) ? unchanged(known, fresh.get(id)) : known;
    if (banner) banners.set(id, banner);
  }
  const places = placesOf(banners.values(), showing);
  const rotations = new Map(
    [...places].map(([key, ids]) => [key, updateRotation(before.rotations.get(key), ids)]),
  );
  const websites = new Map(showing.map((website) => [website.public_id, website]));
  return { versions, banners, showing, websites, rotations };
}

/** The banners of each placement that its website accepts. */
function placesOf(banners: Iterable<ShownBanner>, showing: ShowingWebsite[]) {
  const accepted = new Map(
    showing.map(({ id, accepts, banner_slots }) => [
      id,
      { ratings: ratingsUpTo(accepts), slots: banner_slots },
    ]),
  );
  const places = new Map<string, number[]>();
  for (const { id, slot, rating, websites } of banners) {
    for (const website of websites) {
      const takes = accepted.get(website);
      if (!takes?.slots.includes(slot) || (rating && !takes.ratings.includes(rating))) continue;
      const key = placement(website, slot);
      const ids = places.get(key);
      if (ids) ids.push(id);
      else places.set(key, [id]);
    }
  }
  return places;
}

/** The known object where nothing of it changed, so that its record of deliveries stays. */
function unchanged(known: ShownBanner | undefined, now: ShownBanner | undefined) {
  const same = { recordedAt: null, serialized: null };
  return known && now && isDeepStrictEqual({ ...known, ...same }, { ...now, ...same })
    ? known
    : now;
}

/**
 * Validates stored rows again; excludes banners without image or text or with a forbidden target.
 */
function shown(row: RunningBanner, origin: string): ShownBanner[] {
  const {
    id,
    public_id,
    typ,
    text,
    content_id,
    width,
    height,
    widths,
    placeholder,
    rating,
    websites,
  } = row;
  const withPicture = BANNER_TYPES[typ].size !== null;
  const image =
    content_id !== null && width !== null && height !== null && widths !== null
      ? presentImage(
          { content_id, width, height, sizes: widths, placeholder: placeholder ?? '' },
          origin,
        )
      : null;
  if (withPicture ? !image : text.trim() === '') return [];
  const target = targetProblem(row.url) === null ? URL.parse(withHttps(row.url.trim())) : null;
  if (target?.protocol !== 'https:') return [];
  return [
    {
      id,
      publicId: public_id,
      slot: typ,
      websites,
      target: target.href,
      text: withPicture ? '' : text,
      image: withPicture ? image : null,
      rating: withPicture ? rating : null,
      startAt: row.start_at.getTime(),
      endAt: row.end_at.getTime(),
      recordedAt: new Map<number, number>(),
      serialized: null,
    },
  ];
}
