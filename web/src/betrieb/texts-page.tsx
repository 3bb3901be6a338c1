import { TEXT_IDS, textKind } from '@samtrot/shared/texts/rules.ts';
import { useHouseTitle } from './api.ts';
import { HouseLink } from './link.tsx';
import { MaintenancePanel } from './maintenance-panel.tsx';
import { NewslettersPanel } from './newsletters-panel.tsx';
import { NoticesPanel } from './notices-panel.tsx';
import './catalogue/catalogue.css';
import './page.css';

/** Texts with their versions, notices, maintenance and newsletters. */
export function TextsPage() {
  useHouseTitle('Texte');
  return (
    <>
      <h1 className="h1">Texte</h1>
      <nav className="house-panel catalogue-lists" aria-label="Texte">
        {TEXT_IDS.map((text) => (
          <HouseLink key={text} to={`/texte/${text}`}>
            {textKind(text).label}
          </HouseLink>
        ))}
      </nav>
      <NewslettersPanel />
      <NoticesPanel />
      <MaintenancePanel />
    </>
  );
}
