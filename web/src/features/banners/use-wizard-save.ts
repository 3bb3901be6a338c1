import { orderBanner, saveBanner } from '@samtrot/shared/banners/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { SubmitContext } from '../../editor/editor.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { toast } from '../../ui/toast.tsx';
import type { BannerEditor, Question } from './use-banner-editor.ts';
import type { Wizard } from './use-wizard.ts';
import { contentOf, type WizardForm } from './wizard-form.ts';

/** ERR-102 to ERR-107; those of a change follow them. */
const LABELS: Record<Question, { running: string; done: string; failed: string }> = {
  order: {
    running: 'Banner wird bestellt...',
    done: 'Banner erfolgreich bestellt!',
    failed: 'Fehler beim Bestellen des Banners',
  },
  draft: {
    running: 'Banner wird als Entwurf gespeichert...',
    done: 'Banner erfolgreich als Entwurf gespeichert!',
    failed: 'Fehler beim Speichern des Entwurfs',
  },
  save: {
    running: 'Änderungen werden gespeichert...',
    done: 'Änderungen erfolgreich gespeichert!',
    failed: 'Fehler beim Speichern der Änderungen',
  },
};

interface Options {
  item: BannerEditor;
  wizard: Wizard;
  /** The price as the page computes it. */
  total: Credits;
  /** Loads the account, which may be older than the refusal. */
  reload: () => Promise<void>;
  /** Fields that the server found wrong; they are shown already. */
  onRefused: (fields: readonly string[]) => void;
  onDone: () => void;
}

/** Ordering and saving, with every answer that the server may return. */
export function useWizardSave({ item, wizard, total, reload, onRefused, onDone }: Options) {
  const { question, message, changedTotal } = item.state;

  const send = ({ form, version, saved, itemId }: SubmitContext<WizardForm>) => {
    const body = {
      ...contentOf(form, saved),
      ...(itemId !== null && { banner_id: itemId, version }),
    };
    if (question !== 'order') return call(saveBanner, body);
    return call(orderBanner, { ...body, expected_total: changedTotal ?? total });
  };

  const act = async () => {
    if (question === null || item.busy) return;
    const { running, done, failed } = LABELS[question];
    toast.info(running);
    await item.submit({
      send: (context) =>
        send(context).catch((error) => {
          toast.dismiss(running);
          throw error;
        }),
      savedOf: ({ banner }) => ({
        version: banner.version,
        saved_at: banner.saved_at,
        id: banner.ID,
      }),
      onAccepted: ({ message: said }) => {
        toast.dismiss(running);
        // An order may wait for a look.
        toast.success(question === 'order' ? said : done);
        onDone();
      },
      onRefused: async (error, code) => {
        const text = error instanceof ApiError ? error.message : '';
        // ERR-104, ERR-107
        toast.error(text === '' ? failed : `Fehler: ${text}`);
        if (code === 'INVALID_INPUT' && error instanceof ApiError) {
          wizard.refuse(error.fields);
          onRefused(Object.keys(error.fields));
        }
        if (['INSUFFICIENT_CREDITS', 'INVALID_INPUT', 'BANNER_NOT_IN_THIS_STATE'].includes(code))
          await reload();
        return null;
      },
    });
  };

  return {
    question,
    busy: item.busy,
    /** The server's message about the price that has changed. */
    message,
    /** The price that the server named instead of ours. */
    changedTotal,
    openQuestion: item.openQuestion,
    closeQuestion: item.closeQuestion,
    act,
  };
}

export type WizardSave = ReturnType<typeof useWizardSave>;
