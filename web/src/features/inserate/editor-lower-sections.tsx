/** What stands below the choices; `editor-lower.tsx` loads it. */

import { ContactSection, LocationSection } from './editor-contact.tsx';
import { ImageSection } from './editor-images.tsx';
import type { LowerProps } from './editor-lower.tsx';
import { PromotionSection } from './editor-promotion.tsx';
import { StartSection } from './editor-start.tsx';
import { TextSection } from './editor-text.tsx';

export function LowerSections({ editor, inserat, images, limit, upload }: LowerProps) {
  return (
    <>
      <TextSection editor={editor} />
      <ContactSection editor={editor} />
      <LocationSection editor={editor} />
      <ImageSection editor={editor} images={images} limit={limit} upload={upload} />
      <PromotionSection editor={editor} inserat={inserat} />
      <StartSection editor={editor} inserat={inserat} images={images.length} />
    </>
  );
}
