import { type InseratContent, keepInserat } from '@samtrot/shared/inserate/contract.ts';
import type { KeptAs } from '../../autosave/autosave.ts';
import { keepWhatFits, type SendHow, useAutosave } from '../../autosave/use-autosave.ts';
import { call } from '../../lib/api/api.ts';
import { hasChanges, sent } from './editor-form.ts';
import type { InseratNumber } from './use-number.ts';

interface Options {
  number: InseratNumber;
  form: InseratContent;
  /** The version that was read, 0 of a blank draft. */
  version: number;
  savedAt: string | null;
  /** Told in place of nothing while it is as it was read. */
  shownAtStart: boolean;
  onKept: () => void;
  onSessionEnded: () => void;
}

/** The draft of an ad. */
export const useAutosaveInserat = ({ number, ...options }: Options) =>
  useAutosave<InseratContent>({
    ...options,
    differs: hasChanges,
    send: (typed, how) => number.using((id) => send(id, typed, how)),
    collision: 'VERSION_CONFLICT',
    final: ['INSERAT_NOT_FOUND'],
    helpful: ['TOO_MANY_INSERATE'],
  });

function send(
  inserat_id: number,
  typed: InseratContent,
  { version, kept }: SendHow<InseratContent>,
): Promise<KeptAs> {
  const keep = (content: InseratContent) =>
    call(keepInserat, { inserat_id, ...content, version }, undefined, { keepalive: true });
  return keepWhatFits(keep, sent(typed), sent(kept));
}
