import type { PriceList } from '@samtrot/shared/catalogue/price-rules.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { JobContext } from '../../platform/due-work.ts';
import * as accounts from '../accounts/service.ts';
import { enqueueMail } from '../mail/service.ts';
import type { Expiry } from './expiry.ts';
import type { Kind, ListingRow } from './kind.ts';
import { dearerMail } from './mail-templates.ts';
import * as store from './store.ts';

/** So long before a version begins, those who renew at a higher price are told (BOF-113). */
const BEFORE_MS = 7 * DAY_MS;
const BATCH = 100;

/**
 * Compares renewals with the versions of these lists that begin within seven days, and mails each
 * owner once what costs more. What began in the last seven days counts too, for bookings made
 * before. Returns how many listings it looked at.
 */
export async function announcePrices<Row extends ListingRow, Reason extends string>(
  ctx: JobContext,
  kind: Kind<Row>,
  { renewable, wording, renewalOf, lists }: Expiry<Row, Reason> & { lists: readonly PriceList[] },
): Promise<number> {
  const { db, now } = ctx;
  const span = {
    from: new Date(now.getTime() - BEFORE_MS),
    until: new Date(now.getTime() + BEFORE_MS),
    where: renewable.where,
    lists,
    batch: BATCH,
  };
  const claimed = await store.claimPriceNotices(ctx, kind, span);
  const owners = Map.groupBy(claimed, ({ account_id: account, valid_from: at }) =>
    [account, at.getTime()].join(),
  );
  for (const notices of owners.values()) {
    const { account_id: accountId, valid_from: validFrom, version_id } = notices[0]!;
    const before = new Date(validFrom.getTime() - 1);
    const dearer = [];
    for (const id of [...new Set(notices.map((one) => one.id))].toSorted((a, b) => a - b)) {
      const row = (await kind.find(db, id, now))!;
      const { price: was } = await renewalOf({ db, now: before }, row);
      const { price, refused } = await renewalOf({ db, now: validFrom }, row);
      if (refused === null && price > was) dearer.push({ id, was, price });
    }
    if (dearer.length === 0) continue;
    const account = await accounts.getAccount(db, accountId);
    if (account.disable_messages) continue;
    const cause = `prices:${version_id}:${kind.table}:${dearer[0]!.id}`;
    const mail = dearerMail(wording, { to: account.email, cause, validFrom, dearer });
    await enqueueMail(ctx, mail, accountId);
  }
  return claimed.length;
}
