/** Side of the grey picture that is looked at, and of its coarse part that is kept. */
export const LOOK_SIDE = 32;
const KEPT_SIDE = 8;

/** Cosine of each kept frequency at each place. */
const WAVES = Array.from({ length: KEPT_SIDE }, (_, frequency) =>
  Float64Array.from({ length: LOOK_SIDE }, (_, at) => Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * LOOK_SIDE))),
);

/**
 * Perceptual hash of a grey picture of 32 x 32: the 64 coarsest frequencies of its discrete cosine transform, each 1 where it is above
 * their median. What is scaled, compressed or trimmed a little keeps nearly all of them; what is mirrored does not.
 */
export function perceptualHash(grey: Uint8Array): string {
  const coarse: number[] = [];
  // First along the rows, then down the columns: 32 * 8 + 8 * 8 sums instead of 64 over all pixels.
  const rows = Array.from({ length: LOOK_SIDE }, (_, y) => {
    const row = grey.subarray(y * LOOK_SIDE, (y + 1) * LOOK_SIDE);
    return WAVES.map((wave) => wave.reduce((sum, cosine, x) => sum + cosine * row[x]!, 0));
  });
  for (const wave of WAVES) {
    for (let u = 0; u < KEPT_SIDE; u++) coarse.push(wave.reduce((sum, cosine, y) => sum + cosine * rows[y]![u]!, 0));
  }
  // The first is the mean brightness and says nothing of the picture.
  const sorted = coarse.slice(1).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  return coarse.map((value, index) => (index > 0 && value > median ? '1' : '0')).join('');
}
