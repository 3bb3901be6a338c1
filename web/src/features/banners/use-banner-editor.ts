import { keepBanner } from '@samtrot/shared/banners/contract.ts';
import type { SendContext } from '../../editor/editor.ts';
import { saveValidFields } from '../../editor/failure.ts';
import type { Saved } from '../../editor/state.ts';
import { type ItemEditor, useItemEditor } from '../../editor/use-item-editor.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { toast } from '../../ui/toast.tsx';
import { contentOf, type WizardContent, type WizardForm, wizardDiffers } from './wizard-form.ts';

/** The questions of the wizard's dialogs. */
export type Question = 'order' | 'draft' | 'save';

/** What is refused for the picture alone; the rest is saved without it. */
const PICTURE_CODES = [
  'IMAGE_TOO_LARGE',
  'NOT_AN_IMAGE',
  'IMAGE_UNREADABLE',
  'STORAGE_FULL',
  'QUOTA_REACHED',
];

interface Options {
  /** Null of a new banner, until it is saved for the first time. */
  itemId: number | null;
  form: WizardForm;
  version: number;
  savedAt: string | null;
  showsSaved: boolean;
  /** A new banner is saved from the moment when its type is settled. */
  opened: boolean;
  onBegun: (bannerId: number) => void;
  onPictureRefused: (message: string) => void;
}

export type BannerEditor = ItemEditor<WizardForm, Question>;

/** The editor of a banner: a draft, or over a booked one what is typed and not saved. */
export function useBannerEditor(options: Options): BannerEditor {
  const { onBegun, onPictureRefused, ...start } = options;

  const send = async (
    form: WizardForm,
    { version, saved, itemId }: SendContext<WizardForm>,
  ): Promise<Saved> => {
    const save = async (content: WizardContent): Promise<Saved> => {
      const which = itemId !== null && { banner_id: itemId, version };
      const { banner } = await call(keepBanner, { ...content, ...which }, undefined, {
        keepalive: true,
      });
      return { version: banner.version, saved_at: banner.saved_at, id: banner.ID };
    };
    const content = contentOf(form, saved);
    const before = contentOf(saved, saved);
    try {
      return await saveValidFields(save, content, before);
    } catch (error) {
      const forPicture = error instanceof ApiError && PICTURE_CODES.includes(error.code);
      if (!forPicture || content.banner_bild === undefined) throw error;
      onPictureRefused(error.message);
      const withoutPicture = { ...content, banner_bild: undefined };
      return { ...(await saveValidFields(save, withoutPicture, before)), partly: true };
    }
  };

  return useItemEditor<WizardForm, Question>({
    ...start,
    begun: start.itemId !== null,
    differs: wizardDiffers,
    send,
    codes: {
      conflict: 'BANNER_VERSION_CONFLICT',
      final: ['BANNER_NOT_FOUND', 'TOO_MANY_BANNERS'],
    },
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === 'TOO_MANY_BANNERS')
        toast.error(error.message);
    },
    onBegun: (itemId) => itemId !== null && onBegun(itemId),
  });
}
