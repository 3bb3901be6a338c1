/** Putting pictures in order by pointer, finger and keyboard; `editor-images.tsx` loads it. */
import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import { clsx } from 'clsx';
import { GripVertical } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { moved, orderTexts } from './image-order.ts';
import './picture-gallery.css';

type Tile = (image: ImageSource, index: number, handle: ReactNode) => ReactNode;

interface Props {
  images: readonly ImageSource[];
  onSort: (images: readonly ImageSource[]) => void;
  children: Tile;
}

export function SortableImages({ images, onSort, children }: Props) {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = images.map(({ attachment_id }) => attachment_id);
  const place = (id: UniqueIdentifier | undefined) => ids.indexOf(Number(id)) + 1;
  // A picture lies over its own place as soon as it is picked up; that would drown the word for it.
  const hasMoved = useRef(false);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      hasMoved.current = false;
      return orderTexts.picked(place(active.id), ids.length);
    },
    onDragOver: ({ active, over }) => {
      hasMoved.current ||= over !== null && over.id !== active.id;
      return over && hasMoved.current ? orderTexts.over(place(over.id), ids.length) : undefined;
    },
    onDragEnd: ({ active, over }) => orderTexts.dropped(place((over ?? active).id), ids.length),
    onDragCancel: ({ active }) => orderTexts.cancelled(place(active.id)),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: orderTexts.instructions },
      }}
      onDragEnd={({ active, over }) => {
        const [from, to] = [place(active.id) - 1, place(over?.id) - 1];
        if (from >= 0 && to >= 0 && from !== to) onSort(moved(images, from, to));
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        {images.map((image, index) => (
          <Cell key={image.attachment_id} image={image} index={index}>
            {children}
          </Cell>
        ))}
      </SortableContext>
    </DndContext>
  );
}

function Cell({ image, index, children }: { image: ImageSource; index: number; children: Tile }) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({
    id: image.attachment_id,
    attributes: { roleDescription: 'verschiebbar' },
  });
  const label = `Bild ${index + 1} verschieben`;
  return (
    <div
      ref={setNodeRef}
      className={clsx('img-cell', isDragging && 'dragging')}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(
        image,
        index,
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={iconButtonClass('plain', 'img-grip')}
          data-tip={label}
          data-tip-side="top"
          {...attributes}
          {...listeners}
          aria-label={label}
        >
          <GripVertical className="i" aria-hidden />
        </button>,
      )}
    </div>
  );
}
