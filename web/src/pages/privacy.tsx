import { LegalPage } from '../features/legal/legal-page.tsx';
import { privacy } from '../features/legal/privacy.tsx';

export const PrivacyPage = () => <LegalPage document={privacy} />;
