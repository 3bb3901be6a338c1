import { orderBanner, saveBanner } from '@samtrot/shared/banners/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { toast } from '../../ui/toast.tsx';
import type { Wizard } from './use-wizard.ts';
import type { WizardAutosave } from './use-wizard-autosave.ts';
import { contentOf } from './wizard-form.ts';

export type Act = 'order' | 'draft' | 'save';

/** ERR-102 to ERR-107; those of a change follow them. */
const WORDS: Record<Act, { running: string; done: string; failed: string }> = {
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
  wizard: Wizard;
  keep: WizardAutosave;
  /** The price as the page computes it. */
  total: Credits;
  /**
   * The account may be out of date when the server refuses for want of credits, of a website or
   * because a price has changed.
   */
  reload: () => Promise<void>;
  onSessionEnded: () => void;
  /** Fields that the server found wrong; they are shown already. */
  onRefused: (fields: readonly string[]) => void;
  onDone: () => void;
}

/**
 * Ordering and saving, with every answer the server may give. Nothing typed is lost by any of them.
 */
export function useWizardSave({
  wizard,
  keep,
  total,
  reload,
  onSessionEnded,
  onRefused,
  onDone,
}: Options) {
  const [asking, setAsking] = useState<Act | null>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [changedTotal, setChangedTotal] = useState<Credits | null>(null);

  const send = async (act: Act) => {
    const version = await keep.keeper.settle();
    const banner_id = keep.bannerId();
    const body = {
      ...contentOf(wizard.form, keep.keeper.kept()),
      ...(banner_id !== undefined && { banner_id, version }),
    };
    if (act !== 'order') return call(saveBanner, body);
    return call(orderBanner, { ...body, expected_total: changedTotal ?? total });
  };

  const act = async () => {
    if (asking === null || busy) return;
    const { running, done } = WORDS[asking];
    setBusy(true);
    toast.info(running);
    try {
      const { banner } = await send(asking);
      keep.adopt(banner);
      setAsking(null);
      await reload();
      toast.dismiss(running);
      toast.success(done);
      onDone();
    } catch (error) {
      toast.dismiss(running);
      await refused(error, asking);
    }
    setBusy(false);
  };

  const refused = async (error: unknown, what: Act): Promise<void> => {
    const code = error instanceof ApiError ? error.code : '';
    const message = error instanceof ApiError ? error.message : '';
    if (code === 'PRICE_CHANGED') {
      const now = (error as ApiError).details.total;
      setSaid(message);
      setChangedTotal(typeof now === 'number' ? now : null);
      await reload();
      return;
    }
    setAsking(null);
    if (code === 'BANNER_VERSION_CONFLICT') return keep.collide(error);
    if (code === 'NOT_LOGGED_IN') return onSessionEnded();
    // ERR-104, ERR-107
    toast.error(message === '' ? WORDS[what].failed : `Fehler: ${message}`);
    if (code === 'INVALID_INPUT' && error instanceof ApiError) {
      wizard.refuse(error.fields);
      onRefused(Object.keys(error.fields));
    }
    if (['INSUFFICIENT_CREDITS', 'INVALID_INPUT', 'BANNER_NOT_IN_THIS_STATE'].includes(code))
      await reload();
    void keep.keeper.flush();
  };

  return {
    asking,
    busy,
    /** The server's words for the price that has changed. */
    said,
    /** The price that the server named instead of ours. */
    changedTotal,
    ask: (what: Act) => {
      setChangedTotal(null);
      setAsking(what);
    },
    close: () => setAsking(null),
    act,
  };
}

export type WizardSave = ReturnType<typeof useWizardSave>;
