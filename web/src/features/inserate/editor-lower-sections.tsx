/** The sections below the choices; `editor-lower.tsx` loads them. */

import { ContactSection, LocationSection } from './editor-contact.tsx';
import { ImageSection } from './editor-images.tsx';
import type { LowerProps } from './editor-lower.tsx';
import { PromotionSection } from './editor-promotion.tsx';
import { StartSection } from './editor-start.tsx';
import { TextSection } from './editor-text.tsx';
import { VideoSection } from './editor-videos.tsx';

export function LowerSections({ editor, inserat, media }: LowerProps) {
  return (
    <>
      <TextSection editor={editor} />
      <ContactSection editor={editor} />
      <LocationSection editor={editor} />
      <ImageSection editor={editor} media={media} />
      <VideoSection media={media} />
      <PromotionSection editor={editor} inserat={inserat} media={media} />
      <StartSection editor={editor} inserat={inserat} images={media.images.images.length} />
    </>
  );
}
