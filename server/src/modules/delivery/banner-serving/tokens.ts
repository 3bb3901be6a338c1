import { hash, randomFillSync, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { BANNER_COUNTS_HOURS } from '@samtrot/shared/legal/retention-rules.ts';
import { hmacHex } from '../../../platform/crypto.ts';

/** One view of a banner on a website. */
export interface View {
  /** Random; counts once as seen and once as clicked. */
  viewId: Buffer;
  bannerId: number;
  websiteId: number;
  /** Milliseconds. */
  at: number;
}

/** Validity of a view; its click redirects as long as the banner runs. */
const COUNTS_FOR_MS = BANNER_COUNTS_HOURS * HOUR_MS;

// Field lengths divide by three, so base64 is unambiguous. The signature is appended as text.
const [BANNER_AT, WEBSITE_AT, TIME_AT, LENGTH] = [12, 18, 24, 30];
const TEXT_LENGTH = (LENGTH / 3) * 4;
/** 132 bits. */
const MAC_LENGTH = 22;
const FORM = new RegExp(`^[A-Za-z0-9_-]{${TEXT_LENGTH + MAC_LENGTH}}$`);
const POOL = 12 * 1024;

/** Signed view tokens for addresses; they cannot be forged or changed to another banner. */
export function viewTokens(secret: string) {
  const key = Buffer.from(hmacHex(secret, 'banner view'), 'hex');
  // Key before and after a message of fixed length, truncated hash: as strong as HMAC here, in one
  // call.
  const keyed = Buffer.concat([key, Buffer.alloc(LENGTH), key]);
  const view = keyed.subarray(key.length, key.length + LENGTH);
  const mac = () => hash('sha256', keyed, 'base64url').slice(0, MAC_LENGTH);
  const pool = Buffer.alloc(POOL);
  let used = POOL;
  return {
    write(bannerId: number, websiteId: number, now: Date): string {
      if (used === POOL) {
        randomFillSync(pool);
        used = 0;
      }
      pool.copy(view, 0, used, used + BANNER_AT);
      used += BANNER_AT;
      view.writeUIntBE(bannerId, BANNER_AT, 6);
      view.writeUIntBE(websiteId, WEBSITE_AT, 6);
      view.writeUIntBE(now.getTime(), TIME_AT, 6);
      return view.toString('base64url') + mac();
    },
    /** Undefined for anything `write` did not produce. */
    read(token: string): View | undefined {
      if (!FORM.test(token)) return undefined;
      view.write(token.slice(0, TEXT_LENGTH), 'base64url');
      if (!timingSafeEqual(Buffer.from(token.slice(TEXT_LENGTH)), Buffer.from(mac())))
        return undefined;
      return {
        viewId: Buffer.from(view.subarray(0, BANNER_AT)),
        bannerId: view.readUIntBE(BANNER_AT, 6),
        websiteId: view.readUIntBE(WEBSITE_AT, 6),
        at: view.readUIntBE(TIME_AT, 6),
      };
    },
  };
}
export type ViewTokens = ReturnType<typeof viewTokens>;

/** Whether a view seen or clicked now counts. */
export const counts = ({ at }: View, now: Date): boolean => {
  const age = now.getTime() - at;
  // Tolerates a clock difference between server processes.
  return age < COUNTS_FOR_MS && age > -60_000;
};
