import { LegalPage } from '../features/legal/legal-page.tsx';
import { terms } from '../features/legal/terms.tsx';

export const TermsPage = () => <LegalPage document={terms} />;
