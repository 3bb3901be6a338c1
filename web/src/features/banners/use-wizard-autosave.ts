import { keepBanner } from '@samtrot/shared/banners/contract.ts';
import { useRef } from 'react';
import type { KeptAs } from '../../autosave/autosave.ts';
import { keepWhatFits, type SendHow, useAutosave } from '../../autosave/use-autosave.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { toast } from '../../ui/toast.tsx';
import { contentOf, type WizardContent, type WizardForm, wizardDiffers } from './wizard-form.ts';

/** What is refused for the picture alone; the rest is kept without it. */
const PICTURE_CODES = [
  'IMAGE_TOO_LARGE',
  'NOT_AN_IMAGE',
  'IMAGE_UNREADABLE',
  'STORAGE_FULL',
  'QUOTA_REACHED',
];

interface Options {
  /** Undefined of a new banner, until it is kept for the first time. */
  bannerId: number | undefined;
  form: WizardForm;
  version: number;
  savedAt: string | null;
  /** Told in place of nothing while it is as it was read. */
  shownAtStart: boolean;
  /** The first time that a new banner is kept. */
  onBegun: (bannerId: number) => void;
  onPictureRefused: (message: string) => void;
  onSessionEnded: () => void;
}

/** The draft of a banner; over a booked one what is typed and not saved. */
export function useWizardAutosave({ bannerId, onBegun, onPictureRefused, ...options }: Options) {
  const id = useRef(bannerId);
  const begun = useRef(bannerId !== undefined);

  const send = async (
    typed: WizardForm,
    { version, kept }: SendHow<WizardForm>,
  ): Promise<KeptAs> => {
    const keep = async (content: WizardContent): Promise<KeptAs> => {
      const which = id.current !== undefined && { banner_id: id.current, version };
      const { banner } = await call(keepBanner, { ...content, ...which }, undefined, {
        keepalive: true,
      });
      id.current = banner.ID;
      return banner;
    };
    const content = contentOf(typed, kept);
    try {
      return await keepWhatFits(keep, content, contentOf(kept, kept));
    } catch (error) {
      const forPicture = error instanceof ApiError && PICTURE_CODES.includes(error.code);
      if (!forPicture || content.banner_bild === undefined) throw error;
      onPictureRefused(error.message);
      return {
        ...(await keepWhatFits(
          keep,
          { ...content, banner_bild: undefined },
          contentOf(kept, kept),
        )),
        partly: true,
      };
    }
  };

  const keep = useAutosave<WizardForm>({
    ...options,
    differs: wizardDiffers,
    send,
    collision: 'BANNER_VERSION_CONFLICT',
    final: ['BANNER_NOT_FOUND', 'TOO_MANY_BANNERS'],
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === 'TOO_MANY_BANNERS')
        toast.error(error.message);
    },
    onKept: () => {
      if (begun.current) return;
      begun.current = true;
      onBegun(id.current!);
    },
  });
  return {
    ...keep,
    /** The number of the banner, as soon as it has one. */ bannerId: () => id.current,
  };
}

export type WizardAutosave = ReturnType<typeof useWizardAutosave>;
