import { encryptedColumns } from '../app/encrypted-columns.ts';
import { currentDataKeys } from '../platform/encryption.ts';
import { type KeyUse, keyUse, rotateKeys } from '../platform/key-rotation.ts';
import type { Command, Outcome } from './command.ts';

/** `samtrot data-key status`: which keys the data need. */
export const dataKeyStatus: Command = {
  usage: 'data-key status',
  summary: 'Zeigt, wie viele Daten mit welchem Schlüssel aus DATA_KEY verschlüsselt sind.',
  prepare: () => ({
    withDatabase: async ({ db }) => outcomeOf(await keyUse(db, encryptedColumns), 0),
  }),
};

/** `samtrot data-key rotate`: while the portal runs; interrupted, the next call continues. */
export const dataKeyRotate: Command = {
  usage: 'data-key rotate',
  summary: 'Verschlüsselt alle Daten mit dem ersten Schlüssel aus DATA_KEY neu, im Betrieb.',
  prepare: () => ({
    async withDatabase({ db, progress }) {
      let rotated = 0;
      const use = await rotateKeys(db, encryptedColumns, (batch) => {
        rotated += batch;
        progress(`${rotated} Werte neu verschlüsselt`);
      });
      return { ...outcomeOf(use, rotated), ...(use.left > 0 && { failed: true as const }) };
    },
  }),
};

function outcomeOf({ byKey, left }: KeyUse, rotated: number): Outcome {
  const { id } = currentDataKeys();
  const lines = Object.entries(byKey).map(
    ([key, n]) => `${key}${key === id ? ' (der erste)' : ''}: ${n} Werte`,
  );
  const verdict =
    left === 0
      ? 'Alles ist mit dem ersten Schlüssel verschlüsselt. Die übrigen werden nicht mehr gebraucht.'
      : `${left} Werte brauchen noch einen anderen Schlüssel. Behalte alle in DATA_KEY und rufe «data-key rotate» auf.`;
  return { text: [...lines, verdict].join('\n'), data: { key: id, by_key: byKey, left, rotated } };
}
