import { Fragment } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import './shortcuts.css';

export interface ListProps {
  open: boolean;
  onClose: () => void;
}

/** All keys, and where they are switched off. */
export const ShortcutList = ({ open, onClose }: ListProps) => (
  <Dialog open={open} onClose={onClose} title="Tastenkürzel" cross>
    <dl className="shortcuts">
      {LIST.map(([keys, what]) => (
        <div key={what}>
          <dt>
            {keys.map((key, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
              <Fragment key={index}>
                {index > 0 && ' '}
                <kbd>{key}</kbd>
              </Fragment>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
    <p className="help">Im Profil kannst du sie ausschalten.</p>
  </Dialog>
);

const LIST: readonly (readonly [readonly string[], string])[] = [
  [['N'], 'Neues Inserat'],
  [['/'], 'Suchen'],
  [['G', 'H'], 'Home'],
  [['G', 'I'], 'Inserate'],
  [['G', 'G'], 'Guthaben'],
  [['Strg', 'S'], 'Inserat als Entwurf speichern'],
  [['Strg', 'Enter'], 'Inserat aufgeben'],
  [['Strg', 'Z'], 'Rückgängig machen, was eine Meldung anbietet'],
  [['Alt', 'T'], 'Zur letzten Meldung'],
  [['Esc', 'Esc', 'Esc'], 'Schnell weg'],
  [['?'], 'Diese Liste'],
];
