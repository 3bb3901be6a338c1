/**
 * Abstract pictures for the banners of the demo: folds of a curtain in soft light, drawn from a
 * number. Exactly as large as their places.
 */
import { BANNER_TYPES, type BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { randomNumbers } from './art.ts';

export type BannerPicture = `banner-${Exclude<BannerTypeId, 'a4'>}`;

interface Cloth {
  dark: string;
  bright: string;
  light: string;
  seed: number;
}

const CLOTHS: Record<BannerPicture, Cloth> = {
  'banner-a1': { dark: '#5b1024', bright: '#8e2f45', light: '#f0cdb4', seed: 3 },
  'banner-a2': { dark: '#23403f', bright: '#4d6d6d', light: '#dff0ec', seed: 5 },
  'banner-a3': { dark: '#2f2011', bright: '#96703f', light: '#fbeccb', seed: 8 },
};

export const BANNER_PICTURES = Object.keys(CLOTHS) as BannerPicture[];

const FOLDS = 26;

/** An SVG of the type's size; deterministic. */
export function cloth(name: BannerPicture): string {
  const { dark, bright, light, seed } = CLOTHS[name];
  const size = BANNER_TYPES[name.slice('banner-'.length) as BannerTypeId].size;
  if (!size) throw new Error(`${name} is no picture`);
  const { width, height } = size;
  const next = randomNumbers(seed * 101);
  const folds = Array.from({ length: FOLDS }, (_, index) => {
    const [x, sway, broad] = [
      (width * (index + next())) / FOLDS,
      width * 0.03 * (next() - 0.5),
      width * 0.02,
    ];
    const path = `M${x} -10C${x + sway} ${height * 0.35} ${x - sway} ${height * 0.7} ${x + sway} ${height + 10}`;
    return `<path d="${path}" stroke="${next() > 0.5 ? bright : dark}" stroke-width="${broad * (0.4 + next())}" stroke-opacity="${0.35 + 0.4 * next()}"/>`;
  });
  const [cx, cy, r] = [width * (0.25 + 0.5 * next()), height * 0.35, Math.max(width, height) * 0.4];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>
<linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${bright}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
<radialGradient id="light" cx="${cx}" cy="${cy}" r="${r}" gradientUnits="userSpaceOnUse"><stop stop-color="${light}" stop-opacity=".75"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>
<filter id="soft"><feGaussianBlur stdDeviation="2"/></filter></defs>
<rect width="${width}" height="${height}" fill="url(#ground)"/><g fill="none" filter="url(#soft)">${folds.join('')}</g>
<rect width="${width}" height="${height}" fill="url(#light)"/></svg>`;
}
