import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { tidyLine } from '@samtrot/shared/kernel/text.ts';
import { type Rating, ratingsUpTo } from '@samtrot/shared/media/rules.ts';
import { isOpen, type Policy } from '@samtrot/shared/partners/policy-rules.ts';
import {
  KEY_FORM,
  KEY_HINT_LENGTH,
  KEY_PREFIX,
  websiteLinkProblem,
  websiteNameProblem,
  websiteUrlProblem,
} from '@samtrot/shared/partners/rules.ts';
import { audit } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashToken, randomToken } from '../../platform/crypto.ts';
import type { Database, Sql } from '../../platform/db.ts';
import * as store from './store.ts';

/**
 * Whoever manages websites: an operator, the command line, or the start of the development mode.
 */
export type ManageCtx = Parameters<typeof audit>[0];

export { ownTables } from './own-data.ts';
export type { ShowingWebsite, Website, WebsiteRow } from './store.ts';

/** A website that may ask for ads. */
export interface Partner {
  id: number;
  name: string;
  /** Nothing that shows more is given to it. */
  accepts: Rating;
  /** What it does not want at all. */
  policy: Policy;
  policyVersion: number;
}

/** What of a website says what it is given. */
export type View = Pick<Partner, 'accepts' | 'policy'>;

/** The websites that take ads; only these are offered, shown and served (decisions, section 6). */
export const onlineWebsites = (db: Sql) => store.listOnline(db);

/** The same with what they accept, for those who choose what is shown there. */
export const showingWebsites = (db: Database | Sql) => store.listShowing(db);

/**
 * Ids of those that show a picture which shows this, and of all for what has no picture; of a
 * banner only those with a place for it.
 */
export async function websitesShowing(
  db: Sql,
  rating: Rating | null,
  slot?: BannerTypeId,
): Promise<Set<number>> {
  const showing = (await store.listShowing(db)).filter(
    ({ accepts, banner_slots }) =>
      (!rating || ratingsUpTo(accepts).includes(rating)) &&
      (slot === undefined || banner_slots.includes(slot)),
  );
  return new Set(showing.map(({ id }) => id));
}

/** The name of a website in addresses that everybody may read. @throws NOT_FOUND */
export const publicIdOf = async (db: Sql, name: string): Promise<string> =>
  store.publicIdOf(db, (await named(db, name)).id);

/** The number of the website with this name. @throws NOT_FOUND */
export const idOf = async (db: Sql, name: string): Promise<number> => (await named(db, name)).id;

/** @throws INVALID_INPUT when the name or the address is not one, or the name is taken. */
export async function addWebsite(
  ctx: ManageCtx,
  input: { name: string; url: string },
): Promise<store.Website> {
  const [name, url] = [tidyLine(input.name), input.url.trim()];
  const problems = { name: websiteNameProblem(name), url: websiteUrlProblem(url) };
  const fields = Object.fromEntries(
    Object.entries(problems).filter(([, problem]) => problem !== null),
  ) as Record<string, string>;
  if (Object.keys(fields).length) throw invalid(fields);
  const website = await store.insert(ctx.db, {
    name,
    url,
    created_at: ctx.now,
    status_since: ctx.now,
  });
  if (!website) throw invalid({ name: 'Diese Webseite gibt es bereits.' });
  await audit(ctx, 'website_added', `website:${website.id}`, { name, url });
  return website;
}

/**
 * A new key, shown this once; only its hash is kept. Earlier keys stay good until they are revoked,
 * so that a website can change over.
 * @throws NOT_FOUND without such a website.
 */
export async function issueKey(ctx: ManageCtx, name: string, called = ''): Promise<string> {
  const website = await named(ctx.db, name);
  const { key, hint } = await makeKey(ctx, website.id, called);
  await audit(ctx, 'website_key_issued', `website:${website.id}`, { hint });
  return key;
}

/** A new key of a website, with the name by which its people know it. */
export async function makeKey(
  { db, now }: Pick<ManageCtx, 'db' | 'now'>,
  websiteId: number,
  name: string,
): Promise<{ id: number; key: string; hint: string }> {
  const key = KEY_PREFIX + randomToken();
  const hint = key.slice(0, KEY_HINT_LENGTH);
  const id = await store.insertKey(db, {
    key_hash: hashToken(key),
    website_id: websiteId,
    hint,
    name,
    created_at: now,
  });
  return { id, key, hint };
}

export {
  blocksOf,
  deleteBlock,
  findPolicy,
  insertBlock,
  keepAsTheyAre,
  keysOf,
  listAll,
  loadKeyForUpdate,
  lock,
  updateKey,
  updatePolicy,
} from './store.ts';

/**
 * Ends the keys of a website that begin with the hint, or all of them; answers how many. @throws
 * NOT_FOUND
 */
export async function revokeKeys(ctx: ManageCtx, name: string, hint?: string): Promise<number> {
  const website = await named(ctx.db, name);
  const count = await store.revokeKeys(ctx.db, website.id, hint, ctx.now);
  await audit(ctx, 'website_keys_revoked', `website:${website.id}`, {
    count,
    ...(hint !== undefined && { hint }),
  });
  return count;
}

/** @throws NOT_FOUND */
export async function setStatus(ctx: ManageCtx, name: string, status: 'on' | 'off'): Promise<void> {
  const { id } = await named(ctx.db, name);
  const website = (await store.lock(ctx.db, id))!;
  if (website.status === status) return;
  await store.update(ctx.db, website.id, { status, status_since: ctx.now });
  await audit(ctx, 'website_status', `website:${website.id}`, { status });
}

/** The same without a line of the audit log, for who writes one of their own. */
export const switchTo = (
  { db, now }: Pick<ManageCtx, 'db' | 'now'>,
  id: number,
  status: 'on' | 'off',
) => store.update(db, id, { status, status_since: now });

/** What a website shows at most. @throws NOT_FOUND */
export const acceptsOf = async (db: Sql, name: string): Promise<Rating> =>
  store.acceptsOf(db, (await named(db, name)).id);

/**
 * Its answers follow within a second, and its change feed names every ad whose media that changes.
 * @throws NOT_FOUND
 */
export async function setAccepts(ctx: ManageCtx, name: string, accepts: Rating): Promise<void> {
  const { id } = await named(ctx.db, name);
  await store.lock(ctx.db, id);
  const before = await store.acceptsOf(ctx.db, id);
  if (before === accepts) return;
  await store.update(ctx.db, id, { accepts });
  await store.bumpPolicy(ctx.db, id);
  await audit(ctx, 'website_accepts', `website:${id}`, { before, accepts });
}

/** What has a page of its own on a website. */
type LinkedKind = 'inserat' | 'club';

/** The address of one ad or one club on a website, if it has said one. @throws NOT_FOUND */
export const linkOf = async (db: Sql, name: string, kind: LinkedKind): Promise<string | null> =>
  (await store.linksOf(db, (await named(db, name)).id))[kind];

/**
 * Where an advertiser finds one ad or one club there; null takes the address away. @throws
 * NOT_FOUND, INVALID_INPUT
 */
export async function setLink(
  ctx: ManageCtx,
  name: string,
  kind: LinkedKind,
  link: string | null,
): Promise<void> {
  const problem = link === null ? null : websiteLinkProblem(link);
  if (problem) throw invalid({ url: problem });
  const { id } = await named(ctx.db, name);
  const before = (await store.linksOf(ctx.db, id))[kind];
  if (before === link) return;
  await store.update(ctx.db, id, kind === 'inserat' ? { inserat_link: link } : { club_link: link });
  await audit(ctx, 'website_link', `website:${id}`, {
    kind,
    before: before ?? '',
    link: link ?? '',
  });
}

/**
 * The website with this name and address, switched on; made when it is missing. For the reference
 * partner of the development mode.
 */
export async function ensureWebsite(
  ctx: ManageCtx,
  input: { name: string; url: string },
): Promise<void> {
  const website = await store.findByName(ctx.db, input.name);
  if (!website) await addWebsite(ctx, input);
  else if (website.url !== input.url) await store.update(ctx.db, website.id, { url: input.url });
}

/**
 * Whose key this is, or null: unknown, revoked or ended. @throws WEBSITE_OFF where the website is
 * switched off
 */
export async function authenticate(db: Database, key: string, now: Date): Promise<Partner | null> {
  if (!KEY_FORM.test(key)) return null;
  const hash = hashToken(key);
  const found = await store.websiteOfKey(db, hash, now);
  if (!found) return null;
  // Delivery goes on where nothing can be written.
  await store.noteUse(db, hash, now).catch(() => {});
  const { status, ...partner } = found;
  if (isOpen(partner.policy)) partner.policyVersion = 0;
  if (status === 'off') throw new AppError('WEBSITE_OFF');
  return partner;
}

const TRUSTED_FOR_MS = 1000;

/** Remembers whose keys were good a moment ago. */
export interface KeyMemory {
  /** Who this is, if it was asked within the last second. */
  known(key: string): Partner | undefined;
  /** Who this is. Keys that are asked for together are looked up once. */
  ask(key: string): Promise<Partner | null>;
  /** Something about a website has changed. */
  forget(): void;
}

/**
 * `authenticate` with a memory of one second, so that a busy website costs no query for each call
 * and a revoked key is refused within two. Keys that are no good are not remembered: nobody can
 * fill the memory with them.
 */
export function keyMemory(db: Database, clock: Clock): KeyMemory {
  const partners = new Map<string, { partner: Partner; until: number }>();
  const running = new Map<string, Promise<Partner | null>>();
  let generation = 0;
  const look = async (key: string) => {
    const before = generation;
    try {
      const partner = await authenticate(db, key, clock.now());
      // Looked up before it was forgotten: told to whoever asked then, and to nobody later.
      if (before !== generation) return partner;
      if (partner) partners.set(key, { partner, until: performance.now() + TRUSTED_FOR_MS });
      else partners.delete(key);
      return partner;
    } catch (error) {
      if (before === generation) partners.delete(key);
      throw error;
    } finally {
      if (before === generation) running.delete(key);
    }
  };
  const known = (key: string) => {
    const found = partners.get(key);
    return found && performance.now() < found.until ? found.partner : undefined;
  };
  return {
    known,
    async ask(key) {
      const partner = known(key);
      if (partner) return partner;
      if (!KEY_FORM.test(key)) return null;
      let looking = running.get(key);
      if (!looking) {
        looking = look(key);
        running.set(key, looking);
      }
      return looking;
    },
    forget() {
      generation++;
      partners.clear();
      running.clear();
    },
  };
}

async function named(db: Sql, name: string): Promise<store.Website> {
  const website = await store.findByName(db, tidyLine(name));
  if (!website) throw new AppError('NOT_FOUND');
  return website;
}
