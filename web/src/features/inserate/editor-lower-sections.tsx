/** The sections below the choices; `editor-lower.tsx` loads them. */

import type { ReactNode } from 'react';
import { ContactSection, LocationSection } from './editor-contact.tsx';
import { ImageSection } from './editor-images.tsx';
import type { LowerId, LowerProps } from './editor-lower.tsx';
import { PromotionSection } from './editor-promotion.tsx';
import { StartSection } from './editor-start.tsx';
import { TextSection } from './editor-text.tsx';
import { VideoSection } from './editor-videos.tsx';

export const LOWER: Record<LowerId, (props: LowerProps) => ReactNode> = {
  text: TextSection,
  kontakt: ContactSection,
  standort: LocationSection,
  bilder: ImageSection,
  videos: VideoSection,
  hervorheben: PromotionSection,
  start: ({ editor, inserat, media }) => (
    <StartSection editor={editor} inserat={inserat} images={media.images.images.length} />
  ),
};
