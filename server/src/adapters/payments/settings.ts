import { z } from 'zod';
import { defineSettings, type Mode, type Settings } from '../../platform/settings.ts';
import {
  PAYMENT_PROVIDERS,
  PROVIDER_NAMES,
  type ProviderName,
  type ProviderSettings,
} from './providers.ts';

export interface PaymentConfig {
  /** What is switched on; the first that takes a way to pay gets it. */
  providers: readonly ProviderName[];
  /** Of every provider, switched on or not. */
  settings: ProviderSettings;
}

const switchedOn = defineSettings({
  shape: {
    PAYMENT_PROVIDERS: z
      .string()
      .default('sandbox,bank')
      .transform((list) => [...new Set(list.split(',').map((name) => name.trim()))])
      .pipe(z.array(z.enum(PROVIDER_NAMES))),
  },
  config: (values) => values.PAYMENT_PROVIDERS,
});

/**
 * Which providers are switched on, and the settings of each; those of the others may be incomplete.
 */
export const paymentSettings: Settings<PaymentConfig> = {
  names: [
    ...switchedOn.names,
    ...PROVIDER_NAMES.flatMap((name) => PAYMENT_PROVIDERS[name].settings.names),
  ],
  read(environment) {
    const list = switchedOn.read(environment);
    const each = PROVIDER_NAMES.map((name) => ({
      name,
      ...PAYMENT_PROVIDERS[name].settings.read(environment),
    }));
    const used = (mode: Mode) => each.filter(({ name }) => list.config(mode).includes(name));
    return {
      malformed: [list, ...each].flatMap(({ malformed }) => malformed),
      missing: () => used('production').flatMap(({ missing }) => missing()),
      problems: (mode) => used(mode).flatMap(({ problems }) => problems(mode)),
      config: (mode) => ({
        providers: list.config(mode),
        settings: Object.fromEntries(
          each.map(({ name, config }) => [name, config(mode)]),
        ) as unknown as ProviderSettings,
      }),
    };
  },
};
