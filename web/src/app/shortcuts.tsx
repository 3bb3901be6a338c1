import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useShortcutsOn } from '../lib/session/preferences.ts';
import { Dialog } from '../ui/dialog.tsx';
import { createShortcuts, type Shortcut } from './shortcut-keys.ts';
import './shortcuts.css';

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
  return (
    <Dialog open={listed} onClose={() => setListed(false)} title="Tastenkürzel" cross>
      <dl className="shortcuts">
        {LIST.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
                <kbd key={index}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="help">Im Profil kannst du sie ausschalten.</p>
    </Dialog>
  );
}

const LIST: readonly (readonly [readonly string[], string])[] = [
  [['N'], 'Neues Inserat'],
  [['/'], 'Suchen'],
  [['G', 'H'], 'Home'],
  [['G', 'I'], 'Inserate'],
  [['G', 'G'], 'Guthaben'],
  [['Strg', 'S'], 'Inserat als Entwurf speichern'],
  [['Strg', 'Enter'], 'Inserat aufgeben'],
  [['?'], 'Diese Liste'],
];

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
