/** The sections below the choices, and the questions; `editor-lower.tsx` loads them. */

import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { type ReactNode, useEffect } from 'react';
import { focusControl } from '../../../lib/page/focus-control.ts';
import { PromotionSection } from './booking/editor-promotion.tsx';
import { StartSection } from './booking/editor-start.tsx';
import { ContactSection, LocationSection } from './editor-contact.tsx';
import { ImageSection } from './media/editor-images.tsx';
import { VideoSection } from './media/editor-videos.tsx';
import type { Media } from './media/use-media.ts';
import { SECTION_IDS, type SectionId } from './steps/editor-steps.ts';
import { TextSection } from './text/editor-text.tsx';
import type { AdFormState } from './use-ad-form.ts';

export { ChangeDialog } from '../list/change-dialog.tsx';
export { changedLabel } from '../list/change-labels.ts';
export { CloseQuestions } from './close-questions.tsx';
export { ClearDialog, EditorDialogs } from './editor-dialogs.tsx';

export interface LowerProps {
  editor: AdFormState;
  /** Null for a new ad. */
  inserat: Inserat | null;
  media: Media;
  /** One step at a time, on a phone. */
  stepped: boolean;
}

export type LowerId = Exclude<SectionId, 'paket' | 'regionen' | 'kategorien' | 'angebote'>;

export const LOWER: Record<LowerId, (props: LowerProps) => ReactNode> = {
  text: FirstSection,
  kontakt: ContactSection,
  standort: LocationSection,
  bilder: ImageSection,
  videos: VideoSection,
  hervorheben: PromotionSection,
  start: ({ editor, inserat, media }) => (
    <StartSection editor={editor} inserat={inserat} images={media.images.images.length} />
  ),
};

/** With the first of these sections all are there, also the one that the address names. */
function FirstSection(props: LowerProps) {
  useEffect(() => {
    const named = SECTION_IDS.find((id) => location.hash === `#${id}`);
    if (named && !props.stepped) focusControl(named);
  }, [props.stepped]);
  return <TextSection {...props} />;
}
