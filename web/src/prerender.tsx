import { renderToStaticMarkup } from 'react-dom/server';
import { ContactPage } from './pages/contact.tsx';
import { LandingPage } from './pages/landing.tsx';

/** The public pages as HTML, by the document that holds them; `scripts/build.ts` puts them there. */
export const pages: Record<string, () => string> = {
  'index.html': () => renderToStaticMarkup(<LandingPage now={new Date()} />),
  'contact.html': () => renderToStaticMarkup(<ContactPage />),
};
