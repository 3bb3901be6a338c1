/** An entry of a list that advertisers choose from. */
export interface Choice {
  id: number;
  name: string;
  /** False: stays on what has it and is not offered to anything new. */
  offered: boolean;
}

type Chosen = 'categories' | 'offerings';

/**
 * What something new may have; with `had` also what it had before that was switched off (BOF-115).
 */
export function choicesFor<Of extends Record<Chosen, readonly Choice[]>>(
  choices: Of,
  had: Partial<Record<Chosen, readonly number[]>> = {},
) {
  const among = (of: Chosen): Choice[] =>
    choices[of].filter(({ id, offered }) => offered || had[of]?.includes(id));
  return { ...choices, categories: among('categories'), offerings: among('offerings') };
}

/** Fixed: only their names may change. */
export const CANTON_IDS = [
  ...['AG', 'AI', 'AR', 'BE', 'BL', 'BS', 'FR', 'GE', 'GL', 'GR', 'JU', 'LU', 'NE', 'NW', 'OW'],
  ...['SG', 'SH', 'SO', 'SZ', 'TG', 'TI', 'UR', 'VD', 'VS', 'ZG', 'ZH'],
];
