import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** What an authenticator app shows at this time, or so many steps later. */
export const totpCode = (secret: string, at: number, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at + steps * STEP_MS });
