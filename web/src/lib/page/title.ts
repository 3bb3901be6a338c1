import { useEffect } from 'react';

/** The document title, `Home – Samtrot`. Neutral on purpose: never the title of an ad. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Samtrot`;
  }, [title]);
}
