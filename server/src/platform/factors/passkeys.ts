/** The ceremonies of passkeys (WebAuthn level 3): options, and what the browser returned. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Loaded with the first passkey: it is a fifth of all that a start would load. */
const library = () => import('@simplewebauthn/server');

const CHALLENGE_MS = 10 * 60_000;
/** EdDSA, ES256, RS256 (COSE): what every browser and authenticator of today supports. */
const ALGORITHMS = [-8, -7, -257];
const NONCE_BYTES = 16;
/** The COSE key of nobody: an unknown passkey takes as long to refuse as a known one. */
const NOBODYS_KEY = Buffer.from(
  'pQECAyYgASFYIJSfqYl-rC4MlQpkMx84eBPPi4PFCYwsKGTgKdgwNb5WIlggOj5K85i4CVCPIKddNq9w_AU3TQ39urvqTvWLIsyRwTA',
  'base64url',
);
const TIME_BYTES = 6;

/** Who asks for passkeys: the host of an origin. A bare address is none; `localhost` is. */
export interface RelyingParty {
  id: string;
  origin: string;
  /** What the browser's dialog calls it. */
  name: string;
  /** Signs the challenges. */
  secret: string;
}

export const relyingPartyOf = (settings: {
  publicUrl: string;
  name: string;
  secret: string;
}): RelyingParty => {
  const { hostname, origin } = new URL(settings.publicUrl);
  return { id: hostname, origin, name: settings.name, secret: settings.secret };
};

export interface StoredPasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  userHandle: Buffer;
  signCount: number;
}

/** Where passkeys are kept, and which challenges were answered already. */
export interface PasskeyStore<Row extends StoredPasskey> {
  /** Locked until the transaction ends. */
  findForUpdate(credentialId: Buffer): Promise<Row | undefined>;
  /** False when the challenge was used before, also at the same moment. */
  consumeChallenge(challenge: Buffer, expiresAt: Date): Promise<boolean>;
  noteUse(row: Row, signCount: number): Promise<void>;
}

/** Attestation and assertion as the browser sends them in JSON. */
interface Sent {
  id: string;
  rawId: string;
  type: 'public-key';
}
export interface Attestation extends Sent {
  response: { attestationObject: string; clientDataJSON: string };
}
export interface Assertion extends Sent {
  response: {
    authenticatorData: string;
    clientDataJSON: string;
    signature: string;
    userHandle?: string | null | undefined;
  };
}

/** What a challenge is for; an answer to another purpose does not count. */
interface Purpose {
  purpose: string;
  now: Date;
}

/** Nothing is stored for a challenge until it is answered: visitors cannot fill a table. */
function newChallenge(party: RelyingParty, { purpose, now }: Purpose): Buffer {
  const expiry = Buffer.alloc(TIME_BYTES);
  expiry.writeUIntBE(now.getTime() + CHALLENGE_MS, 0, TIME_BYTES);
  const head = Buffer.concat([randomBytes(NONCE_BYTES), expiry]);
  return Buffer.concat([head, signature(party, head, purpose)]);
}

const signature = ({ secret }: RelyingParty, head: Buffer, purpose: string) =>
  createHmac('sha256', secret).update('passkey challenge: ').update(head).update(purpose).digest();

/** When a challenge of ours for this purpose expires; undefined for any other. */
function expiryOf(party: RelyingParty, challenge: Buffer, { purpose, now }: Purpose) {
  const head = challenge.subarray(0, NONCE_BYTES + TIME_BYTES);
  const signed = challenge.subarray(head.length);
  const expected = signature(party, head, purpose);
  if (signed.length !== expected.length || !timingSafeEqual(signed, expected)) return undefined;
  const expiresAt = new Date(head.readUIntBE(NONCE_BYTES, TIME_BYTES));
  return expiresAt > now ? expiresAt : undefined;
}

interface NewPasskey extends Purpose {
  name: string;
  userHandle: Buffer;
  /** The passkeys the person has; an authenticator that holds one refuses a second. */
  existing: Buffer[];
}

export const registrationOptions = async (
  party: RelyingParty,
  { purpose, now, name, userHandle, existing }: NewPasskey,
) =>
  (await library()).generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(userHandle),
    challenge: new Uint8Array(newChallenge(party, { purpose, now })),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map((id) => ({ id: id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** They name no passkey, so that nobody learns which an account has. */
export const authenticationOptions = async (party: RelyingParty, { purpose, now }: Purpose) =>
  (await library()).generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(newChallenge(party, { purpose, now })),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });

type Challenges = Pick<PasskeyStore<StoredPasskey>, 'consumeChallenge'>;

/** The challenge in what the browser signed, if it is ours, in time and unused. */
async function usedChallenge(
  party: RelyingParty,
  store: Challenges,
  { sent, ...purpose }: Purpose & { sent: { response: { clientDataJSON: string } } },
): Promise<string | undefined> {
  const data = await unlessRefused(async () =>
    JSON.parse(Buffer.from(sent.response.clientDataJSON, 'base64url').toString()),
  );
  const challenge = (data as { challenge?: unknown } | null | undefined)?.challenge;
  if (typeof challenge !== 'string') return undefined;
  const bytes = Buffer.from(challenge, 'base64url');
  const expiresAt = expiryOf(party, bytes, purpose);
  return expiresAt && (await store.consumeChallenge(bytes, expiresAt)) ? challenge : undefined;
}

/** The new passkey; undefined when anything about it is not as asked. */
export async function verifiedPasskey(
  party: RelyingParty,
  store: Challenges,
  { sent, ...purpose }: Purpose & { sent: Attestation },
): Promise<Omit<StoredPasskey, 'userHandle'> | undefined> {
  const expectedChallenge = await usedChallenge(party, store, { sent, ...purpose });
  if (!expectedChallenge) return undefined;
  const verified = await unlessRefused(async () => {
    if (await hasCertificates(sent)) return undefined;
    return (await library()).verifyRegistrationResponse({
      response: { ...sent, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
  });
  if (!verified?.registrationInfo) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    signCount: counter,
  };
}

/** Nobody asked for them, and checking one would let its sender name an address to fetch. */
async function hasCertificates({ response }: Attestation): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const bytes = new Uint8Array(Buffer.from(response.attestationObject, 'base64url'));
  const attestation = decodeAttestationObject(bytes);
  const format = attestation.get('fmt');
  return !(['none', 'packed'] as string[]).includes(format) || attestation.get('attStmt').size > 2;
}

/**
 * The stored passkey that signed, and whether its count went back: then it may have been copied
 * (WebAuthn, section 6.1.1). Undefined when the proof is not valid.
 */
export async function verifiedUse<Row extends StoredPasskey>(
  party: RelyingParty,
  store: PasskeyStore<Row>,
  { sent, ...purpose }: Purpose & { sent: Assertion },
): Promise<{ passkey: Row; wentBack: boolean } | undefined> {
  const credentialId = Buffer.from(sent.id, 'base64url');
  const passkey = await store.findForUpdate(credentialId);
  const expectedChallenge = await usedChallenge(party, store, { sent, ...purpose });
  if (!expectedChallenge) return undefined;
  const { userHandle, ...response } = sent.response;
  const answer = await unlessRefused(async () =>
    (await library()).verifyAuthenticationResponse({
      response: { ...sent, response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey?.publicKey ?? NOBODYS_KEY),
        // Compared below: the library would only refuse.
        counter: 0,
      },
    }),
  );
  if (!passkey || !answer?.verified) return undefined;
  if (userHandle && !Buffer.from(userHandle, 'base64url').equals(passkey.userHandle))
    return undefined;
  const { newCounter } = answer.authenticationInfo;
  const counts = newCounter > 0 || passkey.signCount > 0;
  const wentBack = counts && newCounter <= passkey.signCount;
  await store.noteUse(passkey, Math.max(newCounter, passkey.signCount));
  return { passkey, wentBack };
}

/** The library throws for whatever is wrong with what was sent. */
const unlessRefused = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  work().catch(() => undefined);
