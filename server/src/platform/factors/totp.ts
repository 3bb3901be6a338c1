/** Codes of an authenticator app (TOTP, RFC 6238), for whoever keeps the key. */
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Every app supports these. */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const KEY_BYTES = 20;
/** A clock may be one step off. */
const WINDOW = 1;

/** The key of an app in base32, and the step of the last code that counted. */
export interface TotpApp {
  secret: string;
  lastStep: number;
}

/** Where the app of one person is kept. */
export interface TotpStore {
  /** Locked until the transaction ends; undefined without an app. */
  loadForUpdate(): Promise<TotpApp | undefined>;
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

/** The step of a code that counts: not one that was used, nor an earlier one. */
export function unusedStepOf(app: TotpApp, code: string, now: Date): number | null {
  const step = stepOf(app.secret, code, now);
  return step !== null && step > app.lastStep ? step : null;
}

/** Whether the code counts; it and all earlier ones never do again, also not at the same moment. */
export async function consumeTotpCode(store: TotpStore, code: string, now: Date): Promise<boolean> {
  const app = await store.loadForUpdate();
  const step = app ? unusedStepOf(app, code, now) : null;
  if (step === null) return false;
  await store.saveStep(step);
  return true;
}
