import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { Image as ImageIcon } from 'lucide-react';
import { VeiledPicture } from '../../../ui/veiled-picture.tsx';
import '../../../ui/veiled-picture.css';

/** The main picture of an ad, small. */
export function AdPicture({
  inserat: { ID, imageSources },
  className,
}: {
  inserat: Inserat;
  className: string;
}) {
  const picture = imageSources.find(({ mainImage }) => mainImage) ?? imageSources[0];
  return (
    <VeiledPicture
      src={picture?.variants['320'] ?? picture?.url}
      alt={`Hauptbild von Inserat ${ID}`}
      className={className}
    >
      {!picture && <ImageIcon className="i veil-icon" aria-hidden />}
    </VeiledPicture>
  );
}
