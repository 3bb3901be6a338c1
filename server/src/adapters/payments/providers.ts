import type { PaymentAdapter } from './adapter.ts';
import { bank } from './bank/provider.ts';
import { datatrans } from './datatrans/provider.ts';
import { payrexx } from './payrexx/provider.ts';
import { sandbox } from './sandbox/provider.ts';

/** Every payment provider, by its name in `PAYMENT_PROVIDERS`, which is also that of its folder. */
const ALL = { sandbox, payrexx, datatrans, bank } satisfies Record<string, PaymentAdapter<unknown>>;

export type ProviderName = keyof typeof ALL;

/** What each provider reads from the environment. */
export type ProviderSettings = {
  [Name in ProviderName]: (typeof ALL)[Name] extends PaymentAdapter<infer Settings>
    ? Settings
    : never;
};

export const PAYMENT_PROVIDERS: { [Name in ProviderName]: PaymentAdapter<ProviderSettings[Name]> } =
  ALL;

export const PROVIDER_NAMES = Object.keys(ALL) as ProviderName[];
