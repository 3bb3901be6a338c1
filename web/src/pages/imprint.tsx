import { imprint } from '../features/legal/imprint.tsx';
import { LegalPage } from '../features/legal/legal-page.tsx';

export const ImprintPage = () => <LegalPage document={imprint} />;
