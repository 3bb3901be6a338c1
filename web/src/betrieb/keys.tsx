import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { ENTRIES, mayOpen, openedBy } from './navigation.ts';
import './keys.css';

const TYPED_IN = 'input:not([type=radio]), textarea, select, [contenteditable]';
/** A second key belongs to the G before it for so long. */
export const PAIR_MS = 1500;

/** The field of the search. */
export const SEARCH_FIELD = 'kundensuche';
export const SEARCH_PATH = '/kundinnen';

export const maySearch = (rights: readonly string[]) => mayOpen(SEARCH_PATH, rights);
const keysFor = (rights: readonly string[]) =>
  openedBy(ENTRIES, rights).filter(({ key }) => key !== undefined);

/** What was typed after Ctrl K, while the page of the search was still to come; null at rest. */
let typedAhead: string | null = null;

/** For the field of the search, once it is there. */
export function takeTyped(): string {
  const typed = typedAhead ?? '';
  typedAhead = null;
  return typed;
}

/** G and a letter opens a page, `?` shows the keys, never while somebody types; Ctrl K searches. */
export function useKeys(rights: readonly string[], showKeys: () => void): void {
  const router = useRouter();
  const pressedG = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, timeStamp } = event;
      const letter = key.toLowerCase();
      const chord = (ctrlKey || metaKey) && letter === 'k';
      const typing = (target as Element).closest(TYPED_IN) !== null;
      if (typedAhead !== null && !typing && !ctrlKey && !metaKey && key.length === 1) {
        event.preventDefault();
        typedAhead += key;
        return;
      }
      if (maySearch(rights) && (chord || (key === '/' && !typing))) {
        event.preventDefault();
        const field = document.getElementById(SEARCH_FIELD);
        // The page of the search focuses its field by itself.
        if (field) field.focus();
        else {
          typedAhead = '';
          void router.navigate({ to: SEARCH_PATH as never });
        }
        return;
      }
      if (ctrlKey || metaKey || altKey || typing) return;
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

const LIST_KEYS = [
  ['J', 'Nächstes'],
  ['K', 'Voriges'],
] as const;

/** On the pages of the queue; each has a button with the same name. */
const REVIEW_KEYS = [
  ...LIST_KEYS,
  ['A', 'In Ordnung'],
  ['R', 'Überarbeiten lassen'],
  ['H', 'Vom Netz nehmen'],
  ['V', 'Aufdecken'],
  ['N', 'Notiz'],
  ['U', 'Rückgängig'],
] as const;

/** Those of the decision only choose. */
const REPORT_KEYS = [
  ...LIST_KEYS,
  ['H', 'Begründet, vom Netz'],
  ['R', 'Begründet, überarbeiten lassen'],
  ['A', 'Unbegründet'],
  ['V', 'Aufdecken'],
] as const;

const THREAD_KEYS = [
  ['E', 'Erledigt'],
  ['/', 'Vorlage, im leeren Feld'],
  ['Strg ↵', 'Senden'],
] as const;

const MONEY_KEYS = [['Z', 'Zahlung suchen']] as const;

const keysAt = (here: string): readonly (readonly [string, string])[] => {
  if (here.startsWith('/pruefen')) return REVIEW_KEYS;
  if (here.startsWith('/meldungen')) return REPORT_KEYS;
  if (here.startsWith('/geld')) return MONEY_KEYS;
  return here.startsWith('/postfach/S-') ? THREAD_KEYS : [];
};

interface Props {
  open: boolean;
  /** The path of the page. */
  here: string;
  rights: readonly string[];
  onClose: () => void;
}

export const HouseKeys = ({ open, here, rights, onClose }: Props) => (
  <Dialog open={open} cross onClose={onClose} title="Tasten">
    {keysAt(here).length > 0 && (
      <>
        <h3 className="h3">Auf dieser Seite</h3>
        <dl className="house-keys">
          {keysAt(here).map(([key, label]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      </>
    )}
    <h3 className="h3">Überall</h3>
    <dl className="house-keys">
      {keysFor(rights).map(({ key, label }) => (
        <div key={key}>
          <dt>
            <kbd>G</kbd> <kbd>{key!.toUpperCase()}</kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
      {maySearch(rights) && (
        <div>
          <dt>
            <kbd>Strg</kbd> <kbd>K</kbd> oder <kbd>/</kbd>
          </dt>
          <dd>Suchen</dd>
        </div>
      )}
      <div>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>Tasten anzeigen</dd>
      </div>
    </dl>
  </Dialog>
);
