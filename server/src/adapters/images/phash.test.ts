import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIMILAR_DISTANCE } from '@samtrot/shared/media/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { some } from '../../testing/process/deep.ts';
import { render } from './render.ts';

const FOLDER = join(import.meta.dirname, '../../seed/pictures');
const PICTURES = ['arch', 'bun', 'front', 'hat', 'long', 'room', 'turn', 'vase'];
const original = (name: string) => readFileSync(join(FOLDER, `${name}.jpg`));
const hashOf = async (bytes: Uint8Array) => (await render(bytes)).phash;
const distance = (a: string, b: string) => [...a].filter((bit, at) => bit !== b[at]).length;

const CHANGES: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  same: async (bytes) => bytes,
  're-encoded at quality 60': (bytes) => sharp(bytes).jpeg({ quality: 60 }).toBuffer(),
  'resized to half': async (bytes) => {
    const { width } = await sharp(bytes).metadata();
    return sharp(bytes)
      .resize(Math.round(width / 2))
      .jpeg()
      .toBuffer();
  },
  'cropped by 5 %': async (bytes) => {
    const { width, height } = await sharp(bytes).metadata();
    const [left, top] = [Math.round(width * 0.025), Math.round(height * 0.025)];
    return sharp(bytes)
      .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
      .jpeg()
      .toBuffer();
  },
  'as PNG': (bytes) => sharp(bytes).png().toBuffer(),
};

test.each(some(PICTURES, 3))(
  '%s is recognised after common modifications [T-PRIV-06]',
  async (name) => {
    const hash = await hashOf(original(name));
    expect(hash).toMatch(/^[01]{64}$/);
    for (const [change, of] of Object.entries(CHANGES)) {
      expect(distance(hash, await hashOf(await of(original(name)))), change).toBeLessThanOrEqual(
        SIMILAR_DISTANCE,
      );
    }
  },
);

test('different images have distant hashes [T-PRIV-06]', async () => {
  const hashes = await Promise.all(PICTURES.map((name) => hashOf(original(name))));
  for (const [index, hash] of nonEmpty(hashes.entries())) {
    for (const [before, other] of hashes.slice(0, index).entries()) {
      expect(distance(hash, other), `${PICTURES[index]} and ${PICTURES[before]}`).toBeGreaterThan(
        SIMILAR_DISTANCE,
      );
    }
  }
});

test('a mirrored image is not recognised, a known limitation [T-PRIV-06]', async () => {
  const distances = await Promise.all(
    some(PICTURES, 2).map(async (name) =>
      distance(
        await hashOf(original(name)),
        await hashOf(await sharp(original(name)).flop().jpeg().toBuffer()),
      ),
    ),
  );
  expect(Math.max(...distances)).toBeGreaterThan(SIMILAR_DISTANCE);
});
