import { formatRate } from '../modules/documents/service.ts';
import { mailTexts, type TextSettings, type Values, valuesOf } from '../modules/texts/service.ts';
import type { Database } from '../platform/db.ts';
import type { Config } from './config.ts';

type Stated = Pick<Config, 'operator' | 'vatPermille' | 'reportKeepMonths' | 'publicUrl'>;

/** The settings that texts of the house state (BOF-127). */
export const textSettings = ({
  operator,
  vatPermille,
  reportKeepMonths,
  publicUrl,
}: Stated): TextSettings => ({
  operator,
  vat: formatRate(vatPermille),
  reportKeepMonths,
  publicUrl,
});

const known = new WeakMap<object, Values>();

/** What stands in the place of placeholders, the same for all parts of one server. */
export function textValues(config: Stated) {
  const values = known.get(config) ?? valuesOf(textSettings(config));
  known.set(config, values);
  return values;
}

/** Reads what stands in every mail (BOF-130). */
export const mailTextsOf = (config: Stated, db: Database) => (now: Date) =>
  mailTexts({ db, now }, textValues(config));
