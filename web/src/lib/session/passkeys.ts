import { passkeyChallenge } from '@samtrot/shared/access/passkey-contract.ts';
import { call } from '../api/call.ts';

// The library comes when it is wanted: most people never use it.
const library = () => import('@simplewebauthn/browser');

export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Why no passkey came; the words are for people. */
export class PasskeyFailed extends Error {
  override name = 'PasskeyFailed';
}

/** Closed by the person, or replaced by another question. */
const CANCELLED = ['NotAllowedError', 'AbortError'];

async function unlessCancelled<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const { name } = error as Error;
    if (CANCELLED.includes(name)) return null;
    throw new PasskeyFailed(
      name === 'InvalidStateError'
        ? 'Auf diesem Gerät gibt es schon einen Passkey für dein Konto.'
        : 'Dieses Gerät konnte den Passkey nicht benutzen.',
      { cause: error },
    );
  }
}

/**
 * Asks the browser for a passkey; null when the person closed the question. With `autofill` the
 * browser offers it in the field instead.
 * @throws PasskeyFailed, ApiError
 */
export async function askPasskey(use: 'login' | 'reauthentication', autofill = false) {
  const { options } = await call(passkeyChallenge, { for: use });
  return answerPasskey(options, autofill);
}

/** The same with options that were asked for already. @throws PasskeyFailed */
export async function answerPasskey(options: object, autofill = false) {
  const { startAuthentication } = await library();
  return unlessCancelled(
    startAuthentication({ optionsJSON: options as never, useBrowserAutofill: autofill }),
  );
}

/**
 * Makes a passkey on this device; null when the person closed the question. @throws PasskeyFailed
 */
export async function createPasskey(options: object) {
  const { startRegistration } = await library();
  return unlessCancelled(startRegistration({ optionsJSON: options as never }));
}

/** Whether the browser can offer passkeys in a field. */
export const supportsAutofill = async (): Promise<boolean> =>
  supportsPasskeys() &&
  (await globalThis.PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
