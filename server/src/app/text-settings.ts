import { formatRate } from '../modules/documents/service.ts';
import { type TextSettings, type Values, valuesOf } from '../modules/texts/service.ts';
import type { Config } from './config.ts';

/** The settings that texts of the house state (BOF-127). */
export const textSettings = ({
  operator,
  vatPermille,
  reportKeepMonths,
}: Pick<Config, 'operator' | 'vatPermille' | 'reportKeepMonths'>): TextSettings => ({
  operator,
  vat: formatRate(vatPermille),
  reportKeepMonths,
});

const known = new WeakMap<object, Values>();

/** What stands in the place of placeholders, the same for all parts of one server. */
export function textValues(config: Pick<Config, 'operator' | 'vatPermille' | 'reportKeepMonths'>) {
  const values = known.get(config) ?? valuesOf(textSettings(config));
  known.set(config, values);
  return values;
}
