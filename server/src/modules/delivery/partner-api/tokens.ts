import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { equalInConstantTime, hmacHex } from '../../../platform/crypto.ts';

/** Where a list goes on: after this ad in this section, for a walk that began at `at` (milliseconds). */
export interface Cursor {
  at: number;
  section: 'top' | 'rest';
  lifted: string;
  id: number;
}

/**
 * What a website has heard: every transaction below `horizon`, every end up to `at`, and all of it while it accepted
 * `accepts`. A long answer is cut into pages; then `walk` says what the pages will have covered at their end, and `after` how far
 * they are.
 */
export interface Since extends Heard {
  walk?: Walk;
}

export interface Walk extends Heard {
  after: { phase: 'changes' | 'ends' | 'ratings'; tx: number; id: number };
}

interface Heard {
  horizon: number;
  at: number;
  /** Several when that changed while the pages were read. Missing in tokens from before websites could say. */
  accepts?: Rating[];
}

type Field = 'cursor' | 'since';

/** Tokens are ours alone: signed, and good only for the field and the filters they were made for. */
export function tokens(secret: string) {
  const mac = (field: Field, filters: string, text: string) =>
    hmacHex(secret, `delivery\n${field}\n${filters}\n${text}`).slice(0, 20);
  return {
    write(field: Field, filters: string, value: object): string {
      const text = JSON.stringify(value);
      return Buffer.from(mac(field, filters, text) + text).toString('base64url');
    },
    /** @throws INVALID_INPUT for anything that `write` did not make. */
    read<T extends object>(field: Field, filters: string, token: string): T {
      const whole = Buffer.from(token, 'base64url').toString();
      const text = whole.slice(20);
      if (!equalInConstantTime(whole.slice(0, 20), mac(field, filters, text)))
        throw invalid({ [field]: fieldTexts.format });
      return JSON.parse(text) as T;
    },
  };
}
