import { ChangeNotes } from './change-note.tsx';
import { type Kind, useOpenHold } from './hold.ts';
import { HoldPanel, type HoldPanelProps } from './hold-panel.tsx';

export interface ItemNotesProps extends Pick<HoldPanelProps, 'onGo'> {
  type: Kind;
  id: number;
}

/** Above the form of an item: why it is held, or how its changes stand. */
export function ItemNotes({ type, id, onGo }: ItemNotesProps) {
  const hold = useOpenHold(type, id);
  if (hold) return <HoldPanel hold={hold} inEditor onGo={onGo} />;
  return <ChangeNotes type={type} id={id} />;
}
