/** Pictures of phones that browsers do not show; loaded with the first of them. */

declare const HEIC_WORKER: string;

/** As cameras save theirs. */
const QUALITY = 0.92;

/** A HEIC picture as JPEG in its full size. @throws when it cannot be read */
export async function heicToJpeg(file: File): Promise<File> {
  const canvas = document.createElement('canvas');
  const picture = await createImageBitmap(file).catch(async () =>
    createImageBitmap(await decode(file)),
  );
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')!.drawImage(picture, 0, 0);
  picture.close();
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  if (!jpeg) throw new Error('too large to be drawn');
  const name = file.name.replace(/\.hei[cf]$/i, '.jpg');
  return new File([jpeg], name, { type: 'image/jpeg', lastModified: file.lastModified });
}

/** In a thread of its own, which ends with the picture: it holds a hundred megabytes. */
async function decode(file: File): Promise<ImageData> {
  const worker = new Worker(HEIC_WORKER);
  try {
    const buffer = await file.arrayBuffer();
    return await new Promise<ImageData>((done, fail) => {
      worker.onmessage = ({
        data,
      }: MessageEvent<{ imageData: ImageData | null; error: string }>) =>
        data.imageData ? done(data.imageData) : fail(new Error(data.error));
      worker.onerror = () => fail(new Error('the decoder could not be loaded'));
      worker.postMessage({ id: '', buffer }, [buffer]);
    });
  } finally {
    worker.terminate();
  }
}
