import type { Params } from '@samtrot/shared/kernel/action.ts';
import { saveInseratImage } from '@samtrot/shared/media/contract.ts';
import type { Answer, Caller, World } from '../world/world.ts';
import { dataUrl } from './images.ts';
import { uploader } from './uploads.ts';

/** How a picture reaches an ad: in the call itself, uploaded before it, and as the ad's story. */
export const WAYS = ['base64', 'upload', 'story'] as const;
export type Way = (typeof WAYS)[number];

type More = Partial<Params<typeof saveInseratImage>>;

/** Offers a picture by one of the upload methods; returns the last response. */
export function offering(world: World) {
  const tus = uploader(world);
  const offer = async (
    way: Way,
    user: Caller,
    id: number,
    bytes: Uint8Array,
    more: More = {},
  ): Promise<Answer> => {
    const of = { inserat_id: id, ...(way === 'story' && { place: 'story' as const }), ...more };
    if (way === 'base64')
      return user.call(saveInseratImage, { base64ImageString: dataUrl(bytes), ...of });
    const metadata = { inserat_id: String(id), kind: 'image', filename: more.name ?? 'bild.png' };
    const begun = await tus.begin(user, metadata, bytes.length, { first: bytes });
    if (begun.status !== 201) return begun;
    return user.call(saveInseratImage, {
      upload_id: String(begun.headers.location).split('/').at(-1)!,
      ...of,
    });
  };
  return {
    offer,
    /** The files in a response, as the owner of the ad fetches them. */
    async filesOf(
      user: Caller,
      answer: Answer,
    ): Promise<{ bytes: Buffer; headers: Record<string, unknown> }[]> {
      const files: { bytes: Buffer; headers: Record<string, unknown> }[] = [];
      for (const url of Object.values<string>(answer.body.image.variants)) {
        const file = await world.server.inject({
          method: 'GET',
          url,
          headers: { cookie: user.cookie },
        });
        if (file.statusCode !== 200) throw new Error(`${url}: status ${file.statusCode}`);
        files.push({ bytes: file.rawPayload, headers: file.headers });
      }
      return files;
    },
  };
}
