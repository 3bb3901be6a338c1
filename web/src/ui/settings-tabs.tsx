/** `<SettingsTabs />`: the two pages of the settings, as links that look like tabs. */
import { Link } from '@tanstack/react-router';
import './settings-tabs.css';
import './tabs.css';

export const SettingsTabs = () => (
  <nav className="tabs settings-tabs" aria-label="Einstellungen">
    <Link
      className="tab"
      to="/profil"
      activeOptions={{ exact: true }}
      activeProps={{ 'aria-current': 'page' }}
    >
      Profil und Mitteilungen
    </Link>
    <Link className="tab" to="/profil/sicherheit" activeProps={{ 'aria-current': 'page' }}>
      Sicherheit
    </Link>
  </nav>
);
