import { LegalPage } from '../features/legal/legal-page.tsx';

export const PrivacyPage = () => <LegalPage text="privacy" title="Datenschutz" />;
