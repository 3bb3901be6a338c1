import { renderToStaticMarkup } from 'react-dom/server';
import { ContactPage } from './pages/contact.tsx';
import { LandingPage } from './pages/landing.tsx';
import { PublicLegalPage } from './pages/legal.tsx';
import { ReportedPage, ReportPage } from './pages/report.tsx';

/**
 * The public pages as HTML, by the document that holds them; `scripts/build.ts` puts them there.
 */
export const pages: Record<string, () => string> = {
  'index.html': () => renderToStaticMarkup(<LandingPage now={new Date()} />),
  'contact.html': () => renderToStaticMarkup(<ContactPage />),
  'privacy.html': () => renderToStaticMarkup(<PublicLegalPage name="datenschutz" />),
  'terms.html': () => renderToStaticMarkup(<PublicLegalPage name="rechtliches" />),
  'imprint.html': () => renderToStaticMarkup(<PublicLegalPage name="impressum" />),
  'report.html': () => renderToStaticMarkup(<ReportPage />),
  'reported.html': () => renderToStaticMarkup(<ReportedPage />),
};
