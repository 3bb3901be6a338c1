import { hash, randomFillSync, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { hmacHex } from '../../platform/crypto.ts';

/** One showing of a banner on a website. */
export interface View {
  /** Drawn; counts once as seen and once as clicked. */
  viewId: Buffer;
  bannerId: number;
  websiteId: number;
  /** Milliseconds. */
  at: number;
}

/** A view counts for so long; its click leads to the banner as long as that runs. */
export const COUNTS_FOR_MS = DAY_MS;

// View id, banner, website, time, signature: without a rest in base64, so that no two texts mean the same bytes.
const [BANNER_AT, WEBSITE_AT, TIME_AT, MAC_AT, LENGTH] = [12, 18, 23, 29, 45];
const FORM = new RegExp(`^[A-Za-z0-9_-]{${(LENGTH / 3) * 4}}$`);
const POOL = 12 * 1024;

/** Names a view in an address. Signed: nobody makes one, and none can be made to mean another banner. */
export function viewTokens(secret: string) {
  const key = Buffer.from(hmacHex(secret, 'banner view'), 'hex');
  // The key stands before and behind a text of one length, and half of the hash is kept: as good as HMAC here, and made in one call.
  const sealed = Buffer.concat([key, Buffer.alloc(MAC_AT), key]);
  const mac = (bytes: Buffer): Buffer => {
    bytes.copy(sealed, key.length, 0, MAC_AT);
    return hash('sha256', sealed, 'buffer').subarray(0, LENGTH - MAC_AT);
  };
  const pool = Buffer.alloc(POOL);
  let used = POOL;
  return {
    write(bannerId: number, websiteId: number, now: Date): string {
      if (used === POOL) {
        randomFillSync(pool);
        used = 0;
      }
      const bytes = Buffer.allocUnsafe(LENGTH);
      pool.copy(bytes, 0, used, used + BANNER_AT);
      used += BANNER_AT;
      bytes.writeUIntBE(bannerId, BANNER_AT, 6);
      bytes.writeUIntBE(websiteId, WEBSITE_AT, 5);
      bytes.writeUIntBE(now.getTime(), TIME_AT, 6);
      mac(bytes).copy(bytes, MAC_AT);
      return bytes.toString('base64url');
    },
    /** Undefined for anything that `write` did not make. */
    read(token: string): View | undefined {
      if (!FORM.test(token)) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      if (!timingSafeEqual(bytes.subarray(MAC_AT), mac(bytes))) return undefined;
      return {
        viewId: bytes.subarray(0, BANNER_AT),
        bannerId: bytes.readUIntBE(BANNER_AT, 6),
        websiteId: bytes.readUIntBE(WEBSITE_AT, 5),
        at: bytes.readUIntBE(TIME_AT, 6),
      };
    },
  };
}
export type ViewTokens = ReturnType<typeof viewTokens>;

/** Whether this view counts, when it is seen or clicked now. */
export const counts = ({ at }: View, now: Date): boolean => {
  const age = now.getTime() - at;
  // Clocks of two server processes may differ by a moment.
  return age < COUNTS_FOR_MS && age > -60_000;
};
