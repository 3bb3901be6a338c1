import { useHouseTitle } from './api.ts';
import { MaintenancePanel } from './maintenance-panel.tsx';
import { NewslettersPanel } from './newsletters-panel.tsx';
import { NoticesPanel } from './notices-panel.tsx';
import './page.css';

/** Notices, maintenance and newsletters. */
export function TextsPage() {
  useHouseTitle('Texte');
  return (
    <>
      <h1 className="h1">Texte</h1>
      <NewslettersPanel />
      <NoticesPanel />
      <MaintenancePanel />
    </>
  );
}
