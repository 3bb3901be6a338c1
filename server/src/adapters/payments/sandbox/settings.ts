import { defineSettings } from '../../../platform/settings.ts';

/** Who we are at the sandbox. */
export const MERCHANT = 'samtrot';

/** It has no variables: its secrets are derived from the secret of the sessions. */
export const sandboxSettings = defineSettings({
  shape: {},
  problems: (_, mode) =>
    mode === 'production' ? ['PAYMENT_PROVIDERS: the sandbox takes no real money'] : [],
  config: () => null,
});
