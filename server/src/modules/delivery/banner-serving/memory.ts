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

/** A banner that is shown, as the answers need it; the same object as long as nothing of it changes. */
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
  /** When it was last noted as given to a website, in milliseconds. */
  given: Map<number, number>;
  /** Its text around the two tokens of a showing, once it was written. */
  written: [before: string, between: string, behind: string] | null;
}

export interface BannerMemory {
  /** Something about banners or websites has changed. */
  changed(): void;
  /** Whether notices of changes arrive. */
  trust(heard: boolean): void;
  /** To be awaited before a question when it is given: what is in memory is too old. */
  stale(): Promise<void> | undefined;
  /** To be awaited for a banner that another server process has shown at this time (ms) and that is not known here yet. */
  missed(id: number, shownAt: number): Promise<void> | undefined;
  /** Whose turn it is in a place of a website, up to `count` different ones. */
  choose(websiteId: number, slot: BannerTypeId, count: number, now: Date): ShownBanner[];
  /** The banner while it runs. */
  running(id: number, now: Date): ShownBanner | undefined;
  website(publicId: string): ShowingWebsite | undefined;
  /** Whether anything runs in this place now. */
  isTaken(websiteId: number, slot: BannerTypeId, now: Date): boolean;
  stop(): void;
}

interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
  publicUrl: string;
}

/** How old it may be at most, in milliseconds: with notices of changes, and without. Reading takes a hundredth of the time at most. */
const OLDEST = { heard: 10_000, deaf: 500, times: 100 };
/** Clocks of two server processes may differ by so many milliseconds. */
const SKEW = 1_000;
/** Pause between two readings that notices ask for: so many times what a reading takes, within these bounds. */
const PAUSE = { times: 4, least: 50, most: 600 };

interface Board {
  banners: Map<number, ShownBanner>;
  websites: Map<string, ShowingWebsite>;
  rounds: Map<string, Round<number>>;
}

const place = (websiteId: number, slot: BannerTypeId) => `${slot}${websiteId}`;

/**
 * All banners that run, read again when one changes. Start and end are looked at with every question, so that both are obeyed to the
 * millisecond though nobody writes anything down at those times.
 */
export function bannerMemory({ db, clock, log, publicUrl }: Deps): BannerMemory {
  let board: Board = { banners: new Map(), websites: new Map(), rounds: new Map() };
  let readAt = Number.NEGATIVE_INFINITY;
  /** The time (ms) as of which it was read. */
  let readFor = Number.NEGATIVE_INFINITY;
  let cost = 0;
  let heard = false;
  let again = false;
  let stopped = false;
  let reading: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const read = async () => {
    const began = performance.now();
    again = false;
    const now = clock.now();
    const [banners, websites] = await Promise.all([runningBanners(db, now), showingWebsites(db)]);
    board = boardOf(banners, websites, board, publicUrl);
    readAt = began;
    readFor = now.getTime();
    cost = performance.now() - began;
  };
  const load = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined;
      if (again) plan();
    });
    return reading;
  };
  const beside = () => {
    load().catch((error: unknown) => log.warn({ err: error }, 'the running banners could not be read'));
  };
  const plan = () => {
    if (stopped || timer) return;
    const pause = Math.min(PAUSE.most, Math.max(PAUSE.least, cost * PAUSE.times));
    const wait = Math.max(0, readAt + cost + pause - performance.now());
    timer = setTimeout(() => {
      timer = undefined;
      beside();
    }, wait).unref();
  };

  const changed = () => {
    again = true;
    if (!reading) plan();
  };

  return {
    changed,
    trust(now) {
      heard = now;
      changed();
    },
    stale() {
      const oldest = heard ? Math.max(OLDEST.heard, cost * OLDEST.times) : OLDEST.deaf;
      const age = performance.now() - readAt;
      if (age > oldest) return load();
      if (age > oldest / 2 && !reading) beside();
      return undefined;
    },
    missed(id, shownAt) {
      if (board.banners.has(id) || shownAt + SKEW < readFor) return undefined;
      // A reading that has begun may have been too early for it.
      return reading ? reading.then(load, load) : load();
    },
    choose(websiteId, slot, count, now) {
      const round = board.rounds.get(place(websiteId, slot));
      const ids = round ? take(round, count, (id) => runs(board.banners.get(id), now)) : [];
      return ids.map((id) => board.banners.get(id)!);
    },
    running(id, now) {
      const banner = board.banners.get(id);
      return runs(banner, now) ? banner : undefined;
    },
    website: (publicId) => board.websites.get(publicId),
    isTaken: (websiteId, slot, now) =>
      (board.rounds.get(place(websiteId, slot))?.order ?? []).some((id) => runs(board.banners.get(id), now)),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const runs = (banner: ShownBanner | undefined, now: Date): boolean =>
  banner !== undefined && banner.startAt <= now.getTime() && now.getTime() < banner.endAt;

function boardOf(running: RunningBanner[], showing: ShowingWebsite[], before: Board, origin: string): Board {
  const fresh = running.flatMap((row) => shown(row, origin)).map((banner) => unchanged(before, banner) ?? banner);
  const banners = new Map(fresh.map((banner) => [banner.id, banner]));
  const accepted = new Map(showing.map(({ id, accepts }) => [id, ratingsUpTo(accepts)]));
  const places = new Map<string, number[]>();
  for (const { id, slot, rating, websites } of banners.values()) {
    for (const website of websites) {
      const ratings = accepted.get(website);
      if (!ratings || (rating && !ratings.includes(rating))) continue;
      const key = place(website, slot);
      const ids = places.get(key);
      if (ids) ids.push(id);
      else places.set(key, [id]);
    }
  }
  const rounds = new Map([...places].map(([key, ids]) => [key, renewed(before.rounds.get(key), ids)]));
  return { banners, rounds, websites: new Map(showing.map((website) => [website.public_id, website])) };
}

function unchanged({ banners }: Board, now: ShownBanner): ShownBanner | undefined {
  const known = banners.get(now.id);
  const same = { given: null, written: null };
  return known && isDeepStrictEqual({ ...known, ...same }, { ...now, ...same }) ? known : undefined;
}

/** Whatever wrote the row: nothing is shown without its picture or text, and nothing leads where a banner may not lead. */
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
      ...{ given: new Map<number, number>(), written: null },
    },
  ];
}
