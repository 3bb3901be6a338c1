import type * as contract from '@samtrot/shared/customers/help-contract.ts';
import { RECOGNISED, type Recognised } from '@samtrot/shared/customers/help-rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import type { Right } from '@samtrot/shared/staff/rights.ts';
import type { Actors, AwaitsApproval, Ctx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import * as access from '../access/service.ts';
import * as accounts from '../accounts/service.ts';
import {
  type ApprovalDeps,
  findOpenApproval,
  type Operation,
  requestApproval,
} from '../staff/service.ts';
import { locked } from './help.ts';
import * as store from './help-store.ts';

export interface TakeoverDeps extends Pick<ApprovalDeps, 'solo'> {
  publicUrl: string;
  supportEmail: string;
}

type PersonCtx = Ctx<Actors['staff']>;
type Site = Pick<TakeoverDeps, 'publicUrl' | 'supportEmail'>;

export const objectOf = (accountId: number) => `account:${accountId}`;
/** What changes an account or takes it away needs two people each time. */
export const onAccount = (name: string, right: Right, label: string) => ({
  name,
  right,
  label,
  nameOf: ({ db }: Pick<Ctx, 'db'>, object: string) =>
    store.nameOfAccount(db, Number(object.replace('account:', ''))),
});

interface EmailChange {
  account_id: number;
  recognised: Recognised;
  /** Names the stored address. */
  wanted: string;
}

/** @throws NOT_FOUND; INVALID_INPUT at `email`; REASON_REQUIRED, SECOND_PERSON_MISSING */
export async function requestEmailChange(
  ctx: PersonCtx,
  deps: TakeoverDeps,
  { account_id, email, recognised, reason }: Input<typeof contract.requestEmailChange>,
): Promise<AwaitsApproval> {
  await locked(ctx, account_id);
  const operation = emailOperation(deps);
  const object = objectOf(account_id);
  // Another address must not take the place of the one that a second person looks at.
  const open = await findOpenApproval(ctx, { operation: operation.name, object });
  if (open) throw invalid({ email: 'Eine Änderung der Adresse wartet schon auf eine Freigabe.' });
  const change = { accountId: account_id, email };
  const problem = await accounts.whyNoEmailChange(ctx, change);
  if (problem !== null) throw invalid({ email: problem });
  const wanted = await accounts.saveWantedEmail(ctx, change);
  return requestApproval(ctx, deps, {
    operation,
    object,
    input: { account_id, recognised, wanted } satisfies EmailChange,
    before: {},
    after: { 'Erkannt durch': RECOGNISED[recognised] },
    reason,
  });
}

const addressOf = (ctx: Pick<Ctx, 'db' | 'now'>, { account_id, wanted }: EmailChange) =>
  accounts.wantedEmail(ctx, { accountId: account_id, wanted });

export const emailOperation = (site: Site): Operation => ({
  ...onAccount('email_change', 'customer.email', 'E-Mail ändern'),
  async shown(ctx, input: EmailChange): Promise<Record<string, string>> {
    const email = await addressOf(ctx, input);
    return email === undefined ? {} : { 'Neue E-Mail': email };
  },
  async check(ctx, input: EmailChange) {
    if (!(await store.lockAccount(ctx.db, input.account_id)))
      return 'Das Konto ist inzwischen gelöscht.';
    const email = await addressOf(ctx, input);
    if (email === undefined) return 'Die neue Adresse ist nicht mehr gespeichert.';
    return accounts.whyNoEmailChange(ctx, { accountId: input.account_id, email });
  },
  async perform(ctx, input: EmailChange, { reason }) {
    const { account_id, recognised } = input;
    const email = (await addressOf(ctx, input))!;
    await accounts.changeEmailByHouse(ctx, site, { accountId: account_id, email });
    await access.logEvent(ctx, account_id, 'email_change_by_house', { reason });
    await auditChange(ctx, 'email_change_wanted', {
      right: 'customer.email',
      object: objectOf(account_id),
      reason,
      after: { recognised },
    });
  },
});

type FactorOff = Pick<Input<typeof contract.requestFactorOff>, 'account_id' | 'recognised'>;

const NO_FACTOR = 'Sie hat keinen zweiten Faktor.';

/** @throws NOT_FOUND; INVALID_INPUT without a factor; REASON_REQUIRED, SECOND_PERSON_MISSING */
export async function requestFactorOff(
  ctx: PersonCtx,
  deps: TakeoverDeps,
  { account_id, recognised, reason }: Input<typeof contract.requestFactorOff>,
): Promise<AwaitsApproval> {
  await locked(ctx, account_id);
  if (!(await access.hasFactor(ctx.db, account_id))) throw invalid({ account_id: NO_FACTOR });
  return requestApproval(ctx, deps, {
    operation: factorOperation(deps),
    object: objectOf(account_id),
    input: { account_id, recognised } satisfies FactorOff,
    before: { 'Zweiter Faktor': 'eingeschaltet' },
    after: { 'Zweiter Faktor': 'ausgeschaltet', 'Erkannt durch': RECOGNISED[recognised] },
    reason,
  });
}

export const factorOperation = (site: Pick<Site, 'publicUrl'>): Operation => ({
  ...onAccount('factor_off', 'customer.factor', 'Zweiten Faktor ausschalten'),
  async check({ db }, { account_id }: FactorOff) {
    if (!(await store.lockAccount(db, account_id))) return 'Das Konto ist inzwischen gelöscht.';
    return (await access.hasFactor(db, account_id)) ? null : NO_FACTOR;
  },
  async perform(ctx, { account_id, recognised }: FactorOff, { reason }) {
    await access.removeFactorByHouse(ctx, site, account_id);
    await access.logEvent(ctx, account_id, 'factor_removed_by_house', { reason });
    await auditChange(ctx, 'factor_removed', {
      right: 'customer.factor',
      object: objectOf(account_id),
      reason,
      after: { recognised },
    });
  },
});
