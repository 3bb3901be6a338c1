/**
 * `<Crop file={file} typ="a2" onDone={…} onCancel={…} />`: the part of a picture that fills the
 * place of a banner type.
 */
import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import type { RefObject } from 'react';
import { lazy } from '../../ui/lazy.tsx';
import type { WizardPicture } from './wizard-form.ts';

export interface CropProps {
  file: File;
  typ: BannerTypeId;
  /** In exactly the size of the type; `low` when the source had fewer pixels than that. */
  onDone: (picture: WizardPicture, low: boolean) => void;
  onCancel: () => void;
  /** Where the focus goes afterwards. */
  opener: RefObject<HTMLElement | null>;
}

export const Crop = lazy<CropProps>(
  () => import('./crop-popup.tsx').then(({ CropPopup }) => CropPopup),
  ({ onCancel }) => ({ wanted: true, onClose: onCancel }),
);
