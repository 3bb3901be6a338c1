import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sendAdAction } from '../features/inserate/editor/ad-sending.ts';
import { type AdDialogType, questionOf } from '../features/inserate/list/ad-questions.ts';
import { usePreferences } from '../lib/session/preferences.ts';
import type { Account } from '../lib/session/session.ts';
import { QuestionDialog } from '../listing/question-dialog.tsx';
import { useAction } from '../listing/use-action.ts';

/** What was pressed on Home, and by which button. */
export interface Asked {
  type: AdDialogType;
  id: number;
  opener: Element | null;
}

interface Props {
  account: Account;
  /** A new object is a new press. */
  asked: Asked | null;
  onClose: () => void;
}

/** The question before an action on an ad; `home-steps.tsx` loads it. */
export function HomeQuestion({ account, asked }: Props) {
  const navigate = useNavigate();
  const { isOff } = usePreferences();
  const action = useAction<AdDialogType, Account['Inserats'][number]>({
    send: sendAdAction,
    onEdit: (id) => void navigate({ to: '/rabota/$id', params: { id: String(id) } }),
    onDone: () => {},
    onUndoable: () => {},
    onUndone: () => {},
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press asks once
  useEffect(() => {
    if (!asked) return;
    const { type, id } = asked;
    const ad = account.Inserats.find(({ ID }) => ID === id);
    const kind = ad && questionOf(account.prices, type, ad).kind;
    if (kind !== undefined && isOff(kind)) action.actNow(type, id);
    else action.openQuestion(type, id);
  }, [asked]);
  return (
    <QuestionDialog
      action={action}
      item={account.Inserats.find(({ ID }) => ID === action.subject?.id)}
      questionOf={(type, ad, named) => questionOf(account.prices, type, ad, named)}
      credits={account.credits}
      edit="Inserat bearbeiten"
      // The line may be gone by then.
      finalFocus={() => (asked?.opener?.isConnected ? true : document.getElementById('h-next')!)}
    />
  );
}
