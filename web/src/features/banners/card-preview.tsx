import type { Banner } from '@samtrot/shared/banners/contract.ts';
import { BANNER_TYPES } from '@samtrot/shared/banners/rules.ts';
import { Image as ImageIcon } from 'lucide-react';
import { VeiledPicture } from '../../ui/veiled-picture.tsx';
import './card-preview.css';
import '../../ui/veiled-picture.css';

/** A banner as visitors see it, small; all of them to the same scale. */
export function BannerPreview({ banner: { ID, typ, text, banner_bild } }: { banner: Banner }) {
  const { size } = BANNER_TYPES[typ];
  return (
    <div className="preview" data-slot="banner-preview">
      {size === null ? (
        <span className="preview-text">{text || 'Noch ohne Text'}</span>
      ) : (
        <VeiledPicture
          src={typeof banner_bild === 'string' ? undefined : banner_bild.sizes.medium}
          alt={`Bild von Banner ${ID}`}
          className={`preview-picture preview-${typ}`}
        >
          {typeof banner_bild === 'string' && <ImageIcon className="i veil-icon" aria-hidden />}
        </VeiledPicture>
      )}
    </div>
  );
}
