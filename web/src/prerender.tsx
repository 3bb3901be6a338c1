import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from './pages/landing.tsx';

/** The landing page as HTML; `scripts/build.ts` puts it into the document. */
export const renderLanding = (): string => renderToStaticMarkup(<LandingPage now={new Date()} />);
