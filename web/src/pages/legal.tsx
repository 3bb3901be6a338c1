import '../styles/base.css';
import { PublicFrame } from '../ui/public-frame.tsx';
import '../ui/server-html.css';

/**
 * /datenschutz, /rechtliches and /impressum (PUB-14 to PUB-19), rendered to HTML at build time. The
 * server fills in the version that is valid (BOF-128).
 */
export const PublicLegalPage = ({ text }: { text: 'imprint' | 'terms' | 'privacy' }) => (
  <PublicFrame>
    <main className="page-width public-page" id="inhalt" data-text={text} />
  </PublicFrame>
);
