/** The size of a picture in pixels, or null where the browser cannot read it. */
export async function sizeOf(file: File): Promise<{ width: number; height: number } | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => null,
  );
  if (!bitmap) return null;
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}

/** Whether the browser can draw the file; what it cannot draw is not worth sending. */
export async function canBeShown(file: File): Promise<boolean> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  image.src = url;
  const shown = await image.decode().then(
    () => true,
    () => false,
  );
  URL.revokeObjectURL(url);
  return shown;
}
