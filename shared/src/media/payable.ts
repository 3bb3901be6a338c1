import type { ImageSource } from './contract.ts';

/** How many of these pictures of an ad have a price: of a booked one those that visitors see. */
export const payableImages = (
  images: readonly Pick<ImageSource, 'waiting' | 'replaces'>[],
  booked: boolean,
): number =>
  booked ? images.filter(({ waiting, replaces }) => !waiting || replaces).length : images.length;
