import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { addCalendarDays } from '@samtrot/shared/kernel/calendar.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import type * as contract from '@samtrot/shared/partners/desk-contract.ts';
import {
  hookHealth,
  KEY_ENDS_MS,
  KEYS_MAX,
  MESSAGES_SHOWN,
  RECEIPT_DAYS,
  RECEIPT_OPEN_MS,
  VIEW_DAYS,
} from '@samtrot/shared/partners/desk-rules.ts';
import { isOpen } from '@samtrot/shared/partners/policy-rules.ts';
import { LINK_ID } from '@samtrot/shared/partners/rules.ts';
import type { Right } from '@samtrot/shared/staff/rights.ts';
import type { DeskCtx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv.ts';
import type { Sql } from '../../platform/db.ts';
import { leaveWebsite } from '../banners/service.ts';
import { countPublished } from '../clubs/service.ts';
import { countAds } from '../delivery/service.ts';
import * as holds from '../holds/service.ts';
import * as partners from '../partners/service.ts';
import { viewsByWebsite } from '../statistics/service.ts';
import * as webhooks from '../webhooks/service.ts';

export interface DeskDeps {
  /** The secret from which those of the messages are derived. */
  sessionSecret: string;
  mode: 'development' | 'test' | 'production';
}

interface Reading {
  db: Sql;
  now: Date;
}
type Listed = Output<typeof contract.getPartners>['websites'][number];
type Detail = Output<typeof contract.getPartner>;

const iso = (at: Date | null) => at?.toISOString() ?? null;
const receiptSpan = (now: Date) => new Date(now.getTime() - RECEIPT_DAYS * DAY_MS);
const objectOf = (websiteId: number) => `website:${websiteId}`;

/** Partner websites with what they show and how they fare (BOF-118). */
export async function websites({ db, now }: Reading, id?: number): Promise<Listed[]> {
  const rows = await partners.listAll(db, id);
  const shown = await shownBy({ db, now }, rows);
  const views = await viewsByWebsite(db, localDate(addCalendarDays(now, 1 - VIEW_DAYS)));
  const backlogs = new Map(
    (await webhooks.backlogs(db, id)).map((backlog) => [backlog.website_id, backlog]),
  );
  const receipts = await countedReceipts({ db, now });
  return rows.map((row) => {
    const { webhook_url: url, dead, since } = backlogs.get(row.id)!;
    const on = row.status === 'on';
    return {
      website_id: row.id,
      name: row.name,
      url: row.url,
      on,
      since: iso(row.status_since),
      accepts: row.accepts,
      ads: on ? shown.get(row.id)!.ads : 0,
      clubs: on ? shown.get(row.id)!.clubs : 0,
      views: views.get(row.id) ?? 0,
      hook: hookHealth({ url, dead, waitingSince: since, now }),
      dead,
      read_at: iso(row.read_at),
      open_receipts: receipts.get(row.id)?.open ?? 0,
    };
  });
}

/** How many ads and clubs each shows; those that leave nothing out are counted once. */
async function shownBy({ db, now }: Reading, rows: readonly partners.WebsiteRow[]) {
  const all = { ads: (await countAds(db, {}, now)).total, clubs: await countPublished(db, now) };
  const counts = new Map<number, typeof all>();
  for (const { id } of rows) {
    const { policy } = (await partners.findPolicy(db, id))!;
    counts.set(
      id,
      isOpen(policy)
        ? all
        : {
            ads: (await countAds(db, { policy }, now)).total,
            clubs: await countPublished(db, now, policy),
          },
    );
  }
  return counts;
}

const countedReceipts = async ({ db, now }: Reading) =>
  new Map(
    (await holds.receiptCounts(db, { since: receiptSpan(now), now, openMs: RECEIPT_OPEN_MS })).map(
      (counts) => [counts.website_id, counts],
    ),
  );

/** What the website has not confirmed for too long, with its address there (BOF-123). */
async function waitingReceipts(
  { db, now }: Reading,
  { id, inserat_link, club_link }: Pick<partners.WebsiteRow, 'id' | 'inserat_link' | 'club_link'>,
): Promise<Detail['receipts']['waiting']> {
  const rows = await holds.receiptsOfWebsite(db, {
    websiteId: id,
    since: receiptSpan(now),
    limit: RECEIPTS_SHOWN,
    openSince: new Date(now.getTime() - RECEIPT_OPEN_MS),
  });
  const links: Record<string, string | null> = { inserat: inserat_link, club: club_link };
  return rows.map(({ kind, public_id, told_at }) => ({
    kind: kind as Detail['receipts']['waiting'][number]['kind'],
    public_id,
    at: told_at.toISOString(),
    link: (public_id && links[kind]?.replace(LINK_ID, public_id)) || null,
  }));
}

/** One website with its keys, links, messages and receipts. @throws NOT_FOUND */
export async function website(ctx: Reading, websiteId: number): Promise<Detail> {
  const { db, now } = ctx;
  const [listed] = await websites(ctx, websiteId);
  const [row] = await partners.listAll(db, websiteId);
  if (!listed || !row) throw new AppError('NOT_FOUND');
  const [backlog] = await webhooks.backlogs(db, websiteId);
  const { messages, accepted_at } = await webhooks.latestMessages(db, websiteId, MESSAGES_SHOWN);
  const counts = (await countedReceipts(ctx)).get(websiteId);
  return {
    ...listed,
    links: { inserat: row.inserat_link, club: row.club_link },
    keys: (await partners.keysOf(db, websiteId, now)).map(({ id, ...key }) => ({
      key_id: id,
      name: key.name,
      hint: key.hint,
      created_at: key.created_at.toISOString(),
      last_used_at: iso(key.last_used_at),
      ends_at: iso(key.ends_at),
    })),
    webhook: {
      url: backlog!.webhook_url,
      waiting: backlog!.waiting,
      accepted_at: iso(accepted_at),
      both_until: iso(await webhooks.bothUntil(ctx, websiteId)),
      messages: messages.map(({ id, last_status, at, ...message }) => ({
        message_id: id,
        event: message.event,
        kind: message.kind,
        public_id: message.public_id,
        state: message.state,
        status: last_status,
        attempts: message.attempts,
        at: at.toISOString(),
      })),
    },
    receipts: {
      all: counts?.all ?? 0,
      in_time: counts?.in_time ?? 0,
      later: counts?.later ?? 0,
      open: counts?.open ?? 0,
      waiting: await waitingReceipts(ctx, row),
    },
  };
}

/** @throws INVALID_INPUT when the name is taken */
export async function add(ctx: DeskCtx, input: Input<typeof contract.addPartner>): Promise<number> {
  return (await partners.addWebsite({ ...ctx, right: 'partner.manage' }, input)).id;
}

/**
 * Switches a website on or off; off, its banners leave it and their time comes back (BOF-118).
 * @throws NOT_FOUND
 */
export async function switchWebsite(
  ctx: DeskCtx,
  { website_id, on, reason }: Input<typeof contract.switchPartner>,
): Promise<{ banners: number; credits: number }> {
  const row = await locked(ctx.db, website_id);
  const status = on ? 'on' : 'off';
  if (row.status === status) return { banners: 0, credits: 0 };
  await partners.switchTo(ctx, website_id, status);
  const left = on ? { banners: 0, credits: 0 } : await leaveWebsite(ctx, website_id);
  await auditChange(ctx, 'website_status', {
    right: 'partner.manage',
    object: objectOf(website_id),
    reason,
    before: { status: row.status },
    after: { status, ...(!on && left) },
  });
  return left;
}

/** The key, shown this once (BOF-119). @throws NOT_FOUND, INVALID_INPUT with five good ones */
export async function issueKey(
  ctx: DeskCtx,
  { website_id, name }: Input<typeof contract.issuePartnerKey>,
): Promise<string> {
  await locked(ctx.db, website_id);
  const good = await partners.keysOf(ctx.db, website_id, ctx.now);
  if (good.length >= KEYS_MAX)
    throw invalid({ name: `Es gelten schon ${KEYS_MAX} Schlüssel. Zieh zuerst einen zurück.` });
  if (good.some((key) => key.name === name))
    throw invalid({ name: 'So heisst schon ein Schlüssel.' });
  const { key, hint } = await partners.makeKey(ctx, website_id, name);
  await noted(ctx, 'website_key_issued', website_id, { name, hint });
  return key;
}

interface KeyOf {
  website_id: number;
  key_id: number;
}

/** @throws NOT_FOUND for a key of another website, or one that is over */
export async function revokeKey(ctx: DeskCtx, { website_id, key_id }: KeyOf): Promise<void> {
  const { name, hint } = await goodKey(ctx, { website_id, key_id });
  await partners.updateKey(ctx.db, key_id, { revoked_at: ctx.now });
  await noted(ctx, 'website_keys_revoked', website_id, { name, hint });
}

/** @throws NOT_FOUND for a key of another website, or one that is over */
export async function endKey(
  ctx: DeskCtx,
  { website_id, key_id, ends }: KeyOf & { ends: boolean },
): Promise<Date | null> {
  const { name, hint } = await goodKey(ctx, { website_id, key_id });
  const ends_at = ends ? new Date(ctx.now.getTime() + KEY_ENDS_MS) : null;
  await partners.updateKey(ctx.db, key_id, { ends_at });
  await noted(ctx, 'website_key_ending', website_id, { name, hint, ends_at: iso(ends_at) ?? '' });
  return ends_at;
}

async function goodKey({ db, now }: Reading, { website_id, key_id }: KeyOf) {
  await locked(db, website_id);
  const key = await partners.loadKeyForUpdate(db, website_id, key_id, now);
  if (!key) throw new AppError('NOT_FOUND');
  return key;
}

/** @throws NOT_FOUND, INVALID_INPUT */
export async function setHook(
  ctx: DeskCtx,
  { sessionSecret, mode }: DeskDeps,
  { website_id, url }: Input<typeof contract.setPartnerHook>,
): Promise<string | null> {
  const { name } = await locked(ctx.db, website_id);
  const by = { ...ctx, right: 'partner.manage' as const };
  await webhooks.setHook(by, name, url === null ? null : url.trim(), mode !== 'production');
  if (url === null) return null;
  return (await webhooks.findHookState(ctx.db, name, sessionSecret)).secret;
}

/** The new secret; the one before signs for a day (BOF-122). @throws NOT_FOUND */
export async function rotateSecret(
  ctx: DeskCtx,
  { sessionSecret }: DeskDeps,
  websiteId: number,
): Promise<string> {
  const { name } = await locked(ctx.db, websiteId);
  return webhooks.rotateHook({ ...ctx, right: 'partner.key' }, name, sessionSecret);
}

/** @throws NOT_FOUND, also for a message of another website */
export async function resend(
  ctx: DeskCtx,
  { website_id, message_id }: Input<typeof contract.resendPartnerMessages>,
): Promise<{ dead: number; sent: number }> {
  const { name } = await locked(ctx.db, website_id);
  return webhooks.resend({ ...ctx, right: 'partner.manage' }, name, message_id);
}

const KINDS: Record<string, string> = { inserat: 'Inserat', club: 'Club', banner: 'Banner' };
const LINES = 10_000;
const RECEIPTS_SHOWN = 20;

/** Take-downs of 30 days with delivery and confirmation as CSV (BOF-123). @throws NOT_FOUND */
export async function receiptsFile(
  { db, now }: Reading,
  websiteId: number,
): Promise<{ name: string; text: string }> {
  const [row] = await partners.listAll(db, websiteId);
  if (!row) throw new AppError('NOT_FOUND');
  const found = await holds.receiptsOfWebsite(db, {
    websiteId,
    since: receiptSpan(now),
    limit: LINES,
  });
  const lines = found.map(({ kind, public_id, told_at, confirmed_at }) => {
    const took = confirmed_at && Math.round((confirmed_at.getTime() - told_at.getTime()) / 1000);
    const open = confirmed_at === null && now.getTime() - told_at.getTime() > RECEIPT_OPEN_MS;
    return csvLine([
      KINDS[kind]!,
      public_id ?? '',
      formatDateTime(told_at),
      confirmed_at ? formatDateTime(confirmed_at) : '',
      took ?? '',
      open ? 'offen' : confirmed_at ? 'bestätigt' : 'eben abgeschaltet',
    ]);
  });
  const head = csvLine([
    ...['Was', 'Nummer auf der Webseite', 'Abgeschaltet', 'Bestätigt', 'Sekunden', 'Stand'],
  ]);
  const text = BYTE_ORDER_MARK + head + lines.join('');
  return { name: `quittungen-${websiteId}-${localDate(now)}.csv`, text };
}

/** @throws NOT_FOUND */
export async function locked(db: Sql, websiteId: number): Promise<partners.Website> {
  const row = await partners.lock(db, websiteId);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

const noted = (
  ctx: DeskCtx,
  action: 'website_key_issued' | 'website_keys_revoked' | 'website_key_ending',
  websiteId: number,
  after: Record<string, string>,
  right: Right = 'partner.key',
) => auditChange(ctx, action, { right, object: objectOf(websiteId), after });
