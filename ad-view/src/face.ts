import type { DeliveredAd, DeliveredImage } from '@samtrot/shared/delivery/contract.ts';
import { posterOf } from './video.tsx';

/** The picture of an ad in a list; the poster of its first video where it has no picture. */
export const faceOf = ({
  images: [image],
  videos: [video],
}: DeliveredAd): DeliveredImage | undefined => image ?? (video && posterOf(video));
