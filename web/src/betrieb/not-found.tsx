import { useHouseTitle } from './api.ts';
import { HouseLink } from './link.tsx';
import { useKeptText } from './unsent.tsx';
import './page.css';

/** Also for a page that the person may not read: it says no more than that (BOF-17). */
export function HouseNotFound() {
  useHouseTitle('Nicht gefunden');
  useKeptText();
  return (
    <main id="inhalt" className="house-alone">
      <h1 className="h1">Diese Seite gibt es nicht</h1>
      <p>
        <HouseLink to="/">Zur Übersicht</HouseLink>
      </p>
    </main>
  );
}
