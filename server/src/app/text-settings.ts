import { formatRate } from '../modules/documents/service.ts';
import type { TextSettings } from '../modules/texts/service.ts';
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
