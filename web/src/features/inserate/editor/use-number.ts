import { createInserat } from '@samtrot/shared/inserate/contract.ts';
import { getInseratMedia } from '@samtrot/shared/media/contract.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../../lib/api/api.ts';
import { createNumber } from './number.ts';

/** The number of the ad in the editor; it may change while nothing of it is saved. */
export function useNumber(first: number, isBlank: () => boolean) {
  const [id, setId] = useState(first);
  const latest = useRef(isBlank);
  latest.current = isBlank;
  const [number] = useState(() =>
    createNumber({
      first,
      ask: (inserat_id) => call(getInseratMedia, { inserat_id }),
      create: async () => (await call(createInserat, {})).inserat_id,
      isBlank: () => latest.current(),
      // What is done next already finds it on the page.
      onChange: (next) => flushSync(() => setId(next)),
    }),
  );
  return { ...number, id };
}

export type InseratNumber = ReturnType<typeof useNumber>;
