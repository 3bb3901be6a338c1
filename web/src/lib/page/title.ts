import { useEffect } from 'react';
import { NEUTRAL_TITLE, useNeutral } from './neutral.ts';

/** The document title, `Home – Samtrot`. Neutral on purpose: never the title of an ad. */
export function useTitle(title: string): void {
  const neutral = useNeutral();
  useEffect(() => {
    document.title = neutral ? NEUTRAL_TITLE : `${title} – Samtrot`;
  }, [title, neutral]);
}
