import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { ENTRIES } from './navigation.ts';
import './keys.css';

export const TYPED_IN = 'input, textarea, select, [contenteditable]';
/** A second key belongs to the G before it for so long. */
export const PAIR_MS = 1500;

const keysFor = (rights: readonly string[]) =>
  ENTRIES.filter(({ key, right }) => key !== undefined && rights.includes(right));

/** G and a letter opens a page, `?` shows the keys; never while somebody types. */
export function useKeys(rights: readonly string[], showKeys: () => void): void {
  const router = useRouter();
  const pressedG = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, timeStamp } = event;
      if (ctrlKey || metaKey || altKey || (target as Element).closest(TYPED_IN)) return;
      const letter = key.toLowerCase();
      const entry = keysFor(rights).find((known) => known.key === letter);
      if (key === '?') showKeys();
      else if (letter === 'g' && timeStamp - pressedG.current > PAIR_MS)
        pressedG.current = timeStamp;
      else if (entry && timeStamp - pressedG.current <= PAIR_MS) {
        pressedG.current = Number.NEGATIVE_INFINITY;
        void router.navigate({ to: entry.path as never });
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

/** On the pages of the queue; each has a button with the same name. */
const REVIEW_KEYS = [
  ['J', 'Nächstes'],
  ['K', 'Voriges'],
  ['A', 'In Ordnung'],
  ['R', 'Überarbeiten lassen'],
  ['H', 'Vom Netz nehmen'],
  ['V', 'Aufdecken'],
  ['N', 'Notiz'],
  ['U', 'Rückgängig'],
] as const;

interface Props {
  open: boolean;
  /** Whether the page is one of the queue. */
  inQueue: boolean;
  rights: readonly string[];
  onClose: () => void;
}

export const HouseKeys = ({ open, inQueue, rights, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Tasten">
    <dl className="house-keys">
      {keysFor(rights).map(({ key, label }) => (
        <div key={key}>
          <dt>
            <kbd>G</kbd> <kbd>{key!.toUpperCase()}</kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
      {inQueue &&
        REVIEW_KEYS.map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      <div>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>Tasten anzeigen</dd>
      </div>
    </dl>
  </Dialog>
);
