/** Side of the analysed grey image, and of its low-frequency part. */
export const INPUT_SIDE = 32;
const KEPT_SIDE = 8;

/** Cosine of each kept frequency at each position. */
const WAVES = Array.from({ length: KEPT_SIDE }, (_, frequency) =>
  Float64Array.from({ length: INPUT_SIDE }, (_, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * INPUT_SIDE)),
  ),
);

/**
 * Perceptual hash of a grey image of 32 x 32: the 64 lowest frequencies of its DCT, 1 above their
 * median. Robust against scaling, compression and slight cropping, not against mirroring.
 */
export function perceptualHash(grey: Uint8Array): string {
  const coarse: number[] = [];
  // Rows first, then columns: 32 * 8 + 8 * 8 sums instead of 64 over all pixels.
  const rows = Array.from({ length: INPUT_SIDE }, (_, y) => {
    const row = grey.subarray(y * INPUT_SIDE, (y + 1) * INPUT_SIDE);
    return WAVES.map((wave) => wave.reduce((sum, cosine, x) => sum + cosine * row[x]!, 0));
  });
  for (const wave of WAVES) {
    for (let u = 0; u < KEPT_SIDE; u++)
      coarse.push(wave.reduce((sum, cosine, y) => sum + cosine * rows[y]![u]!, 0));
  }
  // The first is the mean brightness, which does not characterise the image.
  const sorted = coarse.slice(1).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  return coarse.map((value, index) => (index > 0 && value > median ? '1' : '0')).join('');
}
