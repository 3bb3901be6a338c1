import * as z from 'zod/mini';

/** What the browser returned, as WebAuthn level 3 writes it in JSON. */
const bytes = z.string().check(z.regex(/^[\w-]*$/), z.maxLength(8000));
const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
};
export const assertion = z.object({
  ...credential,
  response: z.object({
    authenticatorData: bytes,
    clientDataJSON: bytes,
    signature: bytes,
    userHandle: z.optional(z.nullable(bytes)),
  }),
});
export const attestation = z.object({
  ...credential,
  response: z.object({ attestationObject: bytes, clientDataJSON: bytes }),
});
