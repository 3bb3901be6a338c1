import type * as contract from '@samtrot/shared/customers/contract.ts';
import { type HitKind, maskedEmail, wanted } from '@samtrot/shared/customers/search-rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { grantOf, rightsOf } from '@samtrot/shared/staff/rights.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import { auditLook } from '../../platform/audit.ts';
import { searchObject } from '../../platform/searched.ts';
import { accountEmail } from '../access/service.ts';
import * as store from './search-store.ts';
import { stateLabel } from './state-labels.ts';

const SHOWN = 20;

type Hit = Output<typeof contract.search>['hits'][number];

/** The tab of the card with a row for such a hit, by its number. */
const TABS: Partial<Record<HitKind, string>> = {
  inserat: 'inserate',
  banner: 'banner-und-clubs',
  club: 'banner-und-clubs',
  message: 'nachrichten',
  payment: 'zahlungen',
};

/** Below the card; the messages of a deleted account are gone with it. */
function placeOf(kind: HitKind, number: string, closed: boolean): string {
  if (kind === 'document') return '/zahlungen';
  return TABS[kind] && !(closed && kind === 'message') ? `/${TABS[kind]}/${number}` : '';
}

export const DELETED = 'Gelöschtes Konto';

/** `aktiv`, or what is different about the account. */
export const stateOf = ({
  closed_at,
  delete_at,
  held_at,
}: Omit<store.Named, 'nickname' | 'email'>) =>
  closed_at ? 'gelöscht' : delete_at ? 'wird gelöscht' : held_at ? 'gesperrt' : 'aktiv';

/**
 * What a text finds, accounts first; names and addresses of deleted accounts are in no hit (BOF-68,
 * BOF-69, BOF-81).
 */
export async function search(
  ctx: Ctx<Actors['staff']>,
  secret: string,
  { q }: Input<typeof contract.search>,
): Promise<Output<typeof contract.search>> {
  const { db, actor } = ctx;
  const found = await store.find(db, wanted(q), SHOWN + 1);
  const ids = found.flatMap(({ account_id }) => account_id ?? []);
  const accounts = await store.accountsById(db, [...new Set(ids)]);
  await auditLook(ctx, 'searched', {
    right: 'customer.search',
    object: searchObject(secret, q),
    found: { hits: Math.min(found.length, SHOWN) },
  });
  const seesReports = rightsOf(actor.role).includes('report.read');
  const inbox = grantOf(actor.role, 'inbox.read');
  const seesAllMessages = inbox !== undefined && inbox.scope === undefined;
  /** Where it is opened; a message of somebody without an account in the inbox. */
  const pathOf = (kind: HitKind, number: string, account?: store.Named): string | null => {
    if (kind === 'report') return seesReports ? `/meldungen/${number}` : null;
    if (account)
      return `/kundinnen/${account.id}${placeOf(kind, number, account.closed_at !== null)}`;
    return kind === 'message' && seesAllMessages ? `/postfach/${number}` : null;
  };
  const hits = found.map(({ kind, number, account_id, state }): Hit => {
    const account = account_id === null ? undefined : accounts.get(account_id);
    return {
      kind,
      id: number,
      label: account ? (account.closed_at ? DELETED : account.nickname) : 'Ohne Konto',
      detail:
        account && !account.closed_at
          ? maskedEmail(accountEmail.decrypt(account.email, account.id))
          : '',
      state: state === null ? (account ? stateOf(account) : '') : stateLabel(state),
      path: pathOf(kind, number, account),
    };
  });
  return { hits: hits.slice(0, SHOWN), more: hits.length > SHOWN };
}
