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
