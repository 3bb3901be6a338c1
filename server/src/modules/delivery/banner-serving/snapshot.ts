import { isDeepStrictEqual } from 'node:util';
import { BANNER_TYPES, type BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { targetProblem } from '@samtrot/shared/banners/target.ts';
import type { DeliveredImage } from '@samtrot/shared/delivery/contract.ts';
import { withHttps } from '@samtrot/shared/kernel/web-address.ts';
import { type Rating, ratingsUpTo } from '@samtrot/shared/media/rules.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db.ts';
import type { Logger } from '../../../platform/log.ts';
import { type RunningBanner, runningBanners } from '../../banners/service.ts';
import { type ShowingWebsite, showingWebsites } from '../../partners/service.ts';
import { presentImage } from '../partner-api/presenter.ts';
import { type Round, renewed, take } from './choice.ts';

/** A running banner as responses need it; the same object until something of it changes. */
export interface ShownBanner {
  id: number;
  publicId: string;
  slot: BannerTypeId;
  text: string;
  image: DeliveredImage | null;
  rating: Rating | null;
  /** Where it leads, as an address that can stand in a header. */
  target: string;
  /** Milliseconds. */
  startAt: number;
  endAt: number;
  websites: number[];
  /** When its delivery to a website was last recorded, in milliseconds. */
  recordedAt: Map<number, number>;
  /** Its JSON around the two tokens of an impression, once it was serialized. */
  serialized: [before: string, between: string, behind: string] | null;
}

export interface BannerSnapshot {
  /** Banners or websites have changed: reads the snapshot again. */
  invalidate(): void;
  /** Whether change notifications arrive. */
  setConnected(now: boolean): void;
  /** Resolves once the snapshot is fresh; undefined when it is fresh enough. */
  refreshed(): Promise<void> | undefined;
  /** Resolves once the snapshot covers this time (ms), for a banner that another server process has served already. */
  coveringBanner(id: number, shownAt: number): Promise<void> | undefined;
  /** The next banners in the rotation of a placement on a website, up to `count` different ones. */
  choose(websiteId: number, slot: BannerTypeId, count: number, now: Date): ShownBanner[];
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

/** Maximum age in milliseconds, with and without change notifications. Reading takes at most a hundredth of the time. */
const MAX_AGE = { connected: 10_000, disconnected: 500, timesCost: 100 };
/** Clocks of two server processes may differ by so many milliseconds. */
const SKEW = 1_000;
/** Pause between two reads that notifications cause: so many times the cost of a read, within these bounds in milliseconds. */
const PAUSE = { timesCost: 4, min: 50, max: 600 };

interface Snapshot {
  banners: Map<number, ShownBanner>;
  websites: Map<string, ShowingWebsite>;
  rounds: Map<string, Round<number>>;
}

const placement = (websiteId: number, slot: BannerTypeId) => `${slot}${websiteId}`;

/**
 * All running banners, read again when one changes. Start and end are compared on every request, so both hold to the millisecond
 * although no row changes at those times.
 */
export function bannerSnapshot({ db, clock, log, publicUrl }: Deps): BannerSnapshot {
  let snapshot: Snapshot = { banners: new Map(), websites: new Map(), rounds: new Map() };
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
    const [banners, websites] = await Promise.all([runningBanners(db, now), showingWebsites(db)]);
    snapshot = snapshotOf(banners, websites, snapshot, publicUrl);
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
    load().catch((error: unknown) => log.warn({ err: error }, 'the running banners could not be read'));
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
      const maxAge = connected ? Math.max(MAX_AGE.connected, cost * MAX_AGE.timesCost) : MAX_AGE.disconnected;
      const age = performance.now() - readAt;
      if (age > maxAge) return load();
      if (age > maxAge / 2 && !reading) refreshInBackground();
      return undefined;
    },
    coveringBanner(id, shownAt) {
      if (snapshot.banners.has(id) || shownAt + SKEW < readFor) return undefined;
      // A read that has begun may have been too early for it.
      return reading ? reading.then(load, load) : load();
    },
    choose(websiteId, slot, count, now) {
      const round = snapshot.rounds.get(placement(websiteId, slot));
      const ids = round ? take(round, count, (id) => isRunning(snapshot.banners.get(id), now)) : [];
      return ids.map((id) => snapshot.banners.get(id)!);
    },
    running(id, now) {
      const banner = snapshot.banners.get(id);
      return isRunning(banner, now) ? banner : undefined;
    },
    website: (publicId) => snapshot.websites.get(publicId),
    isTaken: (websiteId, slot, now) =>
      (snapshot.rounds.get(placement(websiteId, slot))?.order ?? []).some((id) =>
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

function snapshotOf(running: RunningBanner[], showing: ShowingWebsite[], before: Snapshot, origin: string): Snapshot {
  const fresh = running.flatMap((row) => shown(row, origin)).map((banner) => unchanged(before, banner) ?? banner);
  const banners = new Map(fresh.map((banner) => [banner.id, banner]));
  const accepted = new Map(showing.map(({ id, accepts }) => [id, ratingsUpTo(accepts)]));
  const places = new Map<string, number[]>();
  for (const { id, slot, rating, websites } of banners.values()) {
    for (const website of websites) {
      const ratings = accepted.get(website);
      if (!ratings || (rating && !ratings.includes(rating))) continue;
      const key = placement(website, slot);
      const ids = places.get(key);
      if (ids) ids.push(id);
      else places.set(key, [id]);
    }
  }
  const rounds = new Map([...places].map(([key, ids]) => [key, renewed(before.rounds.get(key), ids)]));
  return { banners, rounds, websites: new Map(showing.map((website) => [website.public_id, website])) };
}

function unchanged({ banners }: Snapshot, now: ShownBanner): ShownBanner | undefined {
  const known = banners.get(now.id);
  const same = { recordedAt: null, serialized: null };
  return known && isDeepStrictEqual({ ...known, ...same }, { ...now, ...same }) ? known : undefined;
}

/** Validates the row whoever wrote it: no banner without its picture or text, no forbidden target. */
function shown(row: RunningBanner, origin: string): ShownBanner[] {
  const { id, public_id, typ, text, content_id, width, height, widths, placeholder, rating, websites } = row;
  const withPicture = BANNER_TYPES[typ].size !== null;
  const image =
    content_id !== null && width !== null && height !== null && widths !== null
      ? presentImage({ content_id, width, height, sizes: widths, placeholder: placeholder ?? '' }, origin)
      : null;
  if (withPicture ? !image : text.trim() === '') return [];
  const target = targetProblem(row.url) === null ? URL.parse(withHttps(row.url.trim())) : null;
  if (target?.protocol !== 'https:') return [];
  return [
    {
      ...{ id, publicId: public_id, slot: typ, websites, target: target.href },
      ...{ text: withPicture ? '' : text, image: withPicture ? image : null, rating: withPicture ? rating : null },
      ...{ startAt: row.start_at.getTime(), endAt: row.end_at.getTime() },
      ...{ recordedAt: new Map<number, number>(), serialized: null },
    },
  ];
}
