import type { Answer, Caller, World } from '../world/world.ts';

const encoded = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Speaks the tus protocol as a browser does. */
export function uploader(world: World) {
  const send = (
    { cookie }: Pick<Caller, 'cookie'>,
    method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
    url: string,
    { headers = {}, payload }: { headers?: Record<string, string>; payload?: Uint8Array } = {},
  ): Promise<Answer> =>
    world.send(cookie, {
      method,
      url,
      headers: { 'tus-resumable': '1.0.0', ...headers },
      ...(payload && { payload: Buffer.from(payload) }),
    });

  /** Begins an upload; with `first` its first bytes come along. */
  const begin = (
    user: Pick<Caller, 'cookie'>,
    metadata: Record<string, string>,
    size: number,
    { first, headers = {} }: { first?: Uint8Array; headers?: Record<string, string> } = {},
  ) =>
    send(user, 'POST', '/media/uploads', {
      headers: {
        'upload-length': String(size),
        'upload-metadata': encoded(metadata),
        ...(first && { 'content-type': 'application/offset+octet-stream' }),
        ...headers,
      },
      ...(first && { payload: first }),
    });

  const patch = (
    user: Pick<Caller, 'cookie'>,
    id: string,
    {
      offset,
      bytes,
      headers = {},
    }: { offset: number; bytes: Uint8Array; headers?: Record<string, string> },
  ) =>
    send(user, 'PATCH', `/media/uploads/${id}`, {
      headers: {
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        ...headers,
      },
      payload: bytes,
    });

  return {
    send,
    begin,
    patch,
    /** Begins an upload; returns its id. */
    async begun(
      user: Pick<Caller, 'cookie'>,
      metadata: Record<string, string>,
      size: number,
    ): Promise<string> {
      const answer = await begin(user, metadata, size);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return String(answer.headers.location).split('/').at(-1)!;
    },
    /** Uploads a whole file in one request; returns its id. */
    async sent(
      user: Pick<Caller, 'cookie'>,
      {
        inserat_id,
        kind = 'image',
        bytes,
      }: { inserat_id: number; kind?: 'image' | 'video'; bytes: Uint8Array },
    ): Promise<string> {
      const filename = kind === 'image' ? 'bild.jpg' : 'film.mp4';
      const metadata = { inserat_id: String(inserat_id), kind, filename };
      const answer = await begin(user, metadata, bytes.length, { first: bytes });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return String(answer.headers.location).split('/').at(-1)!;
    },
  };
}
