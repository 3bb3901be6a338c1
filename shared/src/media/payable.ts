import type { ImageSource } from './contract.ts';

/** How many of these pictures of an ad have a price: of a booked one those that do not wait. */
export const payableImages = (
  images: readonly Pick<ImageSource, 'waiting'>[],
  booked: boolean,
): number => (booked ? images.filter(({ waiting }) => !waiting).length : images.length);
