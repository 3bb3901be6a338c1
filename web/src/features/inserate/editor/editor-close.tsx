import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { CloseProps } from './close-questions.tsx';
import { CloseQuestions } from './editor-questions.ts';

/** The cross of the editor on a phone, and its ways. */
export function EditorClose(props: CloseProps) {
  const [asking, setAsking] = useState<'close' | 'discard' | null>(null);
  return (
    <>
      <IconButton
        icon={X}
        label="Schliessen"
        tipSide="left"
        onClick={() => (props.item.state.begun ? setAsking('close') : props.onLeave())}
      />
      <CloseQuestions {...props} asking={asking} onAsk={setAsking} />
    </>
  );
}
