import type { DeliveredImage } from '@samtrot/shared/delivery/contract.ts';
import { Icon } from './icons.tsx';

interface Props {
  image: DeliveredImage | undefined;
  alt: string;
  /** Value of the `sizes` attribute. */
  sizes: string;
  /** In the first viewport: not lazy-loaded. */
  first?: boolean;
}

/**
 * A picture over its blurred placeholder; an empty frame where there is none. The frame reserves
 * the space, so the layout does not shift.
 */
export function Picture({ image, alt, sizes, first }: Props) {
  const files = Object.entries(image?.urls ?? {})
    .map(([width, url]) => ({ width: Number(width), url }))
    .sort((a, b) => a.width - b.width);
  const middle = files.find(({ width }) => width >= 600) ?? files.at(-1);
  if (!image || !middle)
    return (
      <div className="ph ph-none" role="img" aria-label="Kein Bild">
        <Icon name="image" />
      </div>
    );
  return (
    <div className="ph">
      {image.placeholder.startsWith('data:image/') && (
        <img className="placeholder" src={image.placeholder} alt="" />
      )}
      <img
        className="photo"
        src={middle.url}
        srcSet={files.map(({ width, url }) => `${url} ${width}w`).join(', ')}
        sizes={sizes}
        width={image.width}
        height={image.height}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
      />
    </div>
  );
}
