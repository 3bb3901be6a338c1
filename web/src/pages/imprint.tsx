import { LegalPage } from '../features/legal/legal-page.tsx';

export const ImprintPage = () => <LegalPage text="imprint" title="Impressum" />;
