import { BANNER_TYPES, type BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { ImageIcon, Link2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import { VeiledPicture } from '../../ui/veiled-picture.tsx';
import { hasPicture, type WizardForm } from './wizard-form.ts';
import './card-preview.css';
import './step-content.css';

/**
 * The banner as visitors will see it, in the shape of its format; an empty place while there is
 * nothing to be seen (BAN-39).
 */
export function BannerPreview({ typ, form }: { typ: BannerTypeId; form: WizardForm }) {
  const { size, format, name } = BANNER_TYPES[typ];
  if (size === null) {
    return (
      <div className="preview preview-text" data-slot="banner-preview">
        <Link2 className="i muted" aria-hidden />
        <span className={form.text === '' ? 'subtle' : 'link anywhere'}>
          {form.text === '' ? 'Dein Text' : form.text}
        </span>
      </div>
    );
  }
  const style = {
    '--ratio': size.width / size.height,
    '--width': `${size.width}px`,
  } as CSSProperties;
  if (!form.picture || !hasPicture(form)) {
    return (
      <div className="preview preview-empty" style={style} data-slot="banner-preview">
        <ImageIcon className="i" aria-hidden />
        <span className="num">{format}</span>
      </div>
    );
  }
  return (
    <div className="preview" style={style} data-slot="banner-preview">
      <VeiledPicture src={form.picture.src} alt={`${name}, Vorschau`} className="preview-picture" />
    </div>
  );
}
