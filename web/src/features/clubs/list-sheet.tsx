import { canProlong } from '@samtrot/shared/clubs/status.ts';
import { useNavigate } from '@tanstack/react-router';
import { CalendarPlus, Pencil, Trash2 } from 'lucide-react';
import { DeliveryItem } from '../../listing/delivery-link.tsx';
import { ItemSheet } from '../../listing/item-sheet.tsx';
import { SheetItem } from '../../ui/sheet.tsx';
import { ClubPicture } from './card.tsx';
import { clubRuntime } from './card-facts.ts';
import type { ListedClub } from './list.ts';
import type { ClubDialogType } from './list-questions.ts';
import '../../listing/item-sheet.css';

interface Props {
  /** Undefined: nothing was opened yet. */
  club: ListedClub | undefined;
  open: boolean;
  held: boolean;
  now: number;
  onQuestion: (type: ClubDialogType, id: number) => void;
  onClose: () => void;
}

/** On a phone: everything that a club can do. */
export function ClubSheet({ club, open, held, now, onQuestion, onClose }: Props) {
  const navigate = useNavigate();
  const edit = (id: number, hash?: string) => {
    onClose();
    void navigate({ to: '/clubs_edit/$id', params: { id: String(id) }, ...(hash && { hash }) });
  };
  return (
    <ItemSheet
      item={club}
      open={open}
      onClose={onClose}
      picture={(shown) => <ClubPicture club={shown} className="item-sheet-picture" />}
      title={({ club_name }) => club_name}
      note={(shown) => clubRuntime(shown, now)?.left}
    >
      {({ ID, end_at, status }) => (
        <>
          <SheetItem icon={Pencil} onClick={() => edit(ID)}>
            Bearbeiten
          </SheetItem>
          {!held && canProlong({ end_at }) && (
            <SheetItem icon={CalendarPlus} onClick={() => edit(ID, 'laufzeit')}>
              Verlängern
            </SheetItem>
          )}
          {status !== 'geplant' && <DeliveryItem kind="club" id={ID} onLeave={onClose} />}
          <hr />
          <SheetItem
            icon={Trash2}
            danger
            onClick={() => {
              onClose();
              onQuestion('CLUB_DELETE', ID);
            }}
          >
            Löschen
          </SheetItem>
        </>
      )}
    </ItemSheet>
  );
}
