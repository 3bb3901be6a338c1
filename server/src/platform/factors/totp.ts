/** Codes of an authenticator app (TOTP, RFC 6238), for whoever keeps the key. */
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Every app supports these. */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const KEY_BYTES = 20;
/** A clock may be one step off. */
const WINDOW = 1;

/** Where the key of one person and the step of the last code that counted are kept. */
export interface TotpStore {
  /** The key in base32, locked until the transaction ends; undefined without an app. */
  loadForUpdate(): Promise<{ secret: string; lastStep: number } | undefined>;
  saveStep(step: number): Promise<void>;
}

export const newTotpSecret = (): string => new Secret({ size: KEY_BYTES }).base32;

/** The address that an app reads from the QR code. `label` is all that the app shows. */
export const totpUri = (secret: string, label: string): string =>
  new TOTP({ ...SETTINGS, secret, issuer: label, label }).toString();

export const qrSvg = (text: string): string => renderSVG(text, { ecc: 'M', border: 2 });

/** The step a code belongs to, at most one from now; null for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ ...SETTINGS, token: code, secret: key, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: SETTINGS.period, timestamp }) + delta;
}

/** Whether the code counts; it and all earlier ones never do again, also not at the same moment. */
export async function consumeTotpCode(store: TotpStore, code: string, now: Date): Promise<boolean> {
  const app = await store.loadForUpdate();
  const step = app && stepOf(app.secret, code, now);
  if (!app || step === null || step === undefined || step <= app.lastStep) return false;
  await store.saveStep(step);
  return true;
}
