import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import { ArrowLeft, ArrowRight, ImageUp, ScanFace, Star, Trash } from 'lucide-react';
import { useState } from 'react';
import { usePreferences } from '../../lib/session/preferences.ts';
import { useAskNoMore } from '../../ui/ask-no-more.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Sheet, SheetItem } from '../../ui/sheet.tsx';
import { moved } from './image-order.ts';
import type { PictureSet } from './picture-set.ts';

interface Props {
  pictures: PictureSet;
  /** Which picture, by its `attachment_id`. */
  opened: number | null;
  onClose: () => void;
  /** Opens the chooser, within the same press. */
  onReplace: (image: ImageSource) => void;
  onCover: (image: ImageSource) => void;
}

/** What can be done with a picture (EXP-55). */
export function ImageSheet({ pictures, opened, onClose, onReplace, onCover }: Props) {
  const { images, sort, restorable, replacing, delete: remove } = pictures;
  const index = images.findIndex(({ attachment_id }) => attachment_id === opened);
  const image = images[index];
  const { isOff } = usePreferences();
  const asking = useAskNoMore('remove_picture');
  const [asked, setAsked] = useState<ImageSource | null>(null);
  const put = (to: number) => {
    onClose();
    void sort(moved(images, index, to));
  };
  const act = (what: (image: ImageSource) => void) => () => {
    onClose();
    if (image) what(image);
  };
  return (
    <>
      <Sheet open={image !== undefined} onClose={onClose} title={`Bild ${index + 1}`}>
        {index > 0 && (
          <>
            <SheetItem icon={Star} onClick={() => put(0)}>
              Als Hauptbild
            </SheetItem>
            <SheetItem icon={ArrowLeft} onClick={() => put(index - 1)}>
              Nach vorne
            </SheetItem>
          </>
        )}
        {index < images.length - 1 && (
          <SheetItem icon={ArrowRight} onClick={() => put(index + 1)}>
            Nach hinten
          </SheetItem>
        )}
        {replacing && (
          <>
            <SheetItem icon={ImageUp} onClick={act(onReplace)}>
              Ersetzen
            </SheetItem>
            <SheetItem icon={ScanFace} onClick={act(onCover)}>
              Gesicht verdecken
            </SheetItem>
          </>
        )}
        <hr />
        <SheetItem
          icon={Trash}
          danger
          onClick={act((chosen) => {
            if (restorable && !isOff('remove_picture')) setAsked(chosen);
            else void remove(chosen);
          })}
        >
          Bild löschen
        </SheetItem>
      </Sheet>
      <ConfirmDialog
        open={asked !== null}
        title="Bild löschen?"
        description="Gleich danach kannst du es rückgängig machen."
        safe="Behalten"
        act="Löschen"
        danger
        onAct={() => {
          asking.keep();
          if (asked) void remove(asked);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      >
        {asking.box}
      </ConfirmDialog>
    </>
  );
}
