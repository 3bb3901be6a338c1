import { hash, randomFillSync, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { hmacHex } from '../../../platform/crypto.ts';

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

// View id, banner, website and time: without a rest in base64, so that no two texts mean the same bytes. The signature stands behind
// as the text it was made as.
const [BANNER_AT, WEBSITE_AT, TIME_AT, LENGTH] = [12, 18, 24, 30];
const TEXT_LENGTH = (LENGTH / 3) * 4;
/** 132 bits. */
const MAC_LENGTH = 22;
const FORM = new RegExp(`^[A-Za-z0-9_-]{${TEXT_LENGTH + MAC_LENGTH}}$`);
const POOL = 12 * 1024;

/** Names a view in an address. Signed: nobody makes one, and none can be made to mean another banner. */
export function viewTokens(secret: string) {
  const key = Buffer.from(hmacHex(secret, 'banner view'), 'hex');
  // The key stands before and behind bytes of one length, and half of the hash is kept: as good as HMAC here, and made in one call.
  const sealed = Buffer.concat([key, Buffer.alloc(LENGTH), key]);
  const view = sealed.subarray(key.length, key.length + LENGTH);
  const mac = () => hash('sha256', sealed, 'base64url').slice(0, MAC_LENGTH);
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
    /** Undefined for anything that `write` did not make. */
    read(token: string): View | undefined {
      if (!FORM.test(token)) return undefined;
      view.write(token.slice(0, TEXT_LENGTH), 'base64url');
      if (!timingSafeEqual(Buffer.from(token.slice(TEXT_LENGTH)), Buffer.from(mac()))) return undefined;
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

/** Whether this view counts, when it is seen or clicked now. */
export const counts = ({ at }: View, now: Date): boolean => {
  const age = now.getTime() - at;
  // Clocks of two server processes may differ by a moment.
  return age < COUNTS_FOR_MS && age > -60_000;
};
