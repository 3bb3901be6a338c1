import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useShortcutsOn } from '../lib/session/preferences.ts';
import { lazyPopup } from '../ui/lazy.tsx';
import { createShortcuts, type Shortcut } from './shortcut-keys.ts';
import type { ListProps } from './shortcut-list.tsx';

const ShortcutList = lazyPopup<ListProps>(
  () => import('./shortcut-list.tsx').then((code) => code.ShortcutList),
  ({ open, onClose }) => ({ wanted: open, onClose }),
);

const TYPED_IN =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=application]';
const POPUP = '[role=dialog], [role=listbox], [role=menu]';

/** Keys of the whole portal on a desktop; never while somebody types (EXP-75). */
export function Shortcuts() {
  const on = useShortcutsOn();
  const navigate = useNavigate();
  const [listed, setListed] = useState(false);
  useEffect(() => {
    if (!on) return;
    const { press, forget } = createShortcuts();
    const acts: Record<Shortcut, () => void> = {
      list: () => setListed(true),
      new: () => void navigate({ to: '/rabota' }),
      search: () => void search(() => navigate({ to: '/inserate' })),
      home: () => void navigate({ to: '/home' }),
      ads: () => void navigate({ to: '/inserate' }),
      credits: () => void navigate({ to: '/guthaben' }),
    };
    const listen = (event: KeyboardEvent) => {
      // A group of chips searches by letters.
      const typed = event.defaultPrevented || (event.target as Element).closest(TYPED_IN);
      if (typed || document.querySelector(POPUP)) return forget();
      const shortcut = press(event);
      if (!shortcut) return;
      // The key must not be typed into the field that gets the focus.
      event.preventDefault();
      acts[shortcut]();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on, navigate]);
  return <ShortcutList open={listed} onClose={() => setListed(false)} />;
}

const FIELD = '#inhalt input[type=search]';
/** A page is there within so many frames, or is not waited for. */
const MOST_FRAMES = 300;

/** The search of this page, else that of the list of ads. */
async function search(open: () => Promise<void>): Promise<void> {
  const field = () => document.querySelector<HTMLElement>(FIELD);
  if (!field()) await open();
  for (let frame = 0; frame < MOST_FRAMES && !field(); frame++)
    await new Promise((next) => requestAnimationFrame(next));
  field()?.focus();
}
