/** Cursors of the partner API as opaque, signed tokens. */
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { equalInConstantTime, hmacHex } from '../../../platform/crypto.ts';

/** The page cursor of a list: the last ad, its section, and the time of the first page (ms). */
export interface PageCursor {
  at: number;
  section: 'top' | 'rest';
  lifted: string;
  id: number;
}

/**
 * The change cursor: everything up to `horizon`, `at` and `accepts` was read. Between two pages
 * `walk` holds the position at the last page and `after` the progress.
 */
export interface ChangeCursor extends FeedPosition {
  walk?: PagedRead;
}

export interface PagedRead extends FeedPosition {
  after: { phase: 'changes' | 'ends' | 'ratings'; tx: number; id: number };
}

interface FeedPosition {
  horizon: number;
  at: number;
  /** Several values if it changed between pages; missing in tokens of older versions. */
  accepts?: Rating[];
}

type Field = 'cursor' | 'since';

/** Signed cursors, valid only for the field and the filters they were issued for. */
export function tokens(secret: string) {
  const mac = (field: Field, filters: string, text: string) =>
    hmacHex(secret, `delivery\n${field}\n${filters}\n${text}`).slice(0, 20);
  return {
    write(field: Field, filters: string, value: object): string {
      const text = JSON.stringify(value);
      return Buffer.from(mac(field, filters, text) + text).toString('base64url');
    },
    /** @throws INVALID_INPUT for anything `write` did not produce */
    read<T extends object>(field: Field, filters: string, token: string): T {
      const whole = Buffer.from(token, 'base64url').toString();
      const text = whole.slice(20);
      if (!equalInConstantTime(whole.slice(0, 20), mac(field, filters, text)))
        throw invalid({ [field]: fieldTexts.format });
      return JSON.parse(text) as T;
    },
  };
}
