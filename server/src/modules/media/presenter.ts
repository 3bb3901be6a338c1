import type { BannerImage } from '@samtrot/shared/banners/contract.ts';
import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import type { StoredImage } from './store.ts';

const BANNER_SIZES = { medium: 640, large: 960 } as const;

export const fileName = (contentId: string, width: number) => `${contentId}-${width}.webp`;

export function present(image: StoredImage, index: number): ImageSource {
  const address = (width: number) => `/media/${fileName(image.content_id, width)}`;
  return {
    url: address(image.width),
    variants: Object.fromEntries(image.widths.map((width) => [String(width), address(width)])),
    width: image.width,
    height: image.height,
    placeholder: image.placeholder,
    name: image.name,
    attachment_id: image.id,
    cloudflare_id: image.content_id,
    mainImage: index === 0,
    sortName: String(index + 1).padStart(2, '0'),
    rating: image.rating,
    waiting: image.seen_by === 'owner',
    replaces: image.replaces !== null,
    base64ImageString: '',
  };
}

export function presentBannerImage({
  content_id,
  width,
  height,
  widths,
  placeholder,
}: StoredImage): BannerImage {
  const address = (size: number) => `/media/${fileName(content_id, size)}`;
  const upTo = (limit: number) =>
    address(Math.max(...widths.filter((one) => one <= limit), Math.min(...widths)));
  const sizes = {
    medium: upTo(BANNER_SIZES.medium),
    large: upTo(BANNER_SIZES.large),
    full: address(width),
  };
  return { url: sizes.full, sizes, width, height, placeholder };
}
