import type { Club } from '@samtrot/shared/clubs/contract.ts';
import type { Account } from '../../lib/session/session.ts';
import type { FormStatus } from './form-cost.ts';
import { HoursSection } from './form-hours.tsx';
import { RunSection } from './form-run.tsx';
import { AddressSection, ContactSection, PictureSection } from './form-sections.tsx';
import type { ClubFormState } from './use-club-form.ts';
import type { ClubPictures } from './use-club-pictures.ts';

export interface LowerProps {
  editor: ClubFormState;
  cantons: Account['cantons'];
  pictures: ClubPictures;
  /** Null for a new one. */
  club: Club | null;
  status: FormStatus;
  longer: boolean;
  onLonger: (longer: boolean) => void;
}

/** The sections below the first one. */
export function ClubLower({ editor, cantons, pictures, ...run }: LowerProps) {
  return (
    <>
      <ContactSection editor={editor} />
      <AddressSection editor={editor} cantons={cantons} />
      <HoursSection editor={editor} />
      <PictureSection pictures={pictures} />
      <RunSection editor={editor} {...run} />
    </>
  );
}
