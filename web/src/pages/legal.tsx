import '../styles/base.css';
import { imprint } from '../features/legal/imprint.tsx';
import { LegalText } from '../features/legal/legal-text.tsx';
import { privacy } from '../features/legal/privacy.tsx';
import { terms } from '../features/legal/terms.tsx';
import { operator } from '../lib/api/operator.ts';
import { PublicFrame } from '../ui/public-frame.tsx';
import '../features/legal/legal-text.css';

const DOCUMENTS = { datenschutz: privacy, rechtliches: terms, impressum: imprint };

type Name = keyof typeof DOCUMENTS;

/** /datenschutz, /rechtliches and /impressum (PUB-14 to PUB-19), rendered to HTML at build time. */
export const PublicLegalPage = ({ name }: { name: Name }) => (
  <PublicFrame>
    <main className="public-page" id="inhalt">
      <LegalText document={DOCUMENTS[name](operator())} />
    </main>
  </PublicFrame>
);
