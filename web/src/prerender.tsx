import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { FrameBefore } from './app/frame.tsx';
import { queryClient } from './lib/api/query-client.ts';
import { ContactPage } from './pages/contact.tsx';
import { LandingPage } from './pages/landing.tsx';
import { PublicLegalPage } from './pages/legal.tsx';
import { ReportedPage, ReportPage } from './pages/report.tsx';

/**
 * The public pages and the frame behind the login as HTML, by the document that holds them;
 * `scripts/build.ts` puts them there.
 */
export const pages: Record<string, () => string | Promise<string>> = {
  'index.html': () => renderToStaticMarkup(<LandingPage now={new Date()} />),
  'contact.html': () => renderToStaticMarkup(<ContactPage />),
  'privacy.html': () => renderToStaticMarkup(<PublicLegalPage text="privacy" />),
  'terms.html': () => renderToStaticMarkup(<PublicLegalPage text="terms" />),
  'imprint.html': () => renderToStaticMarkup(<PublicLegalPage text="imprint" />),
  'report.html': () => renderToStaticMarkup(<ReportPage />),
  'reported.html': () => renderToStaticMarkup(<ReportedPage />),
  'app.html': frame,
};

/** What the sheet says of every icon. */
const ICON_ATTRIBUTES = / (xmlns|width|height|fill|stroke(-[a-z]+)?)="[^"]*"/g;

async function frame(): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: FrameBefore }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return markup
    .replace(/<svg [^>]*class="lucide[^>]*>/g, (icon) => icon.replace(ICON_ATTRIBUTES, ''))
    .replace(/lucide(-[\w-]+)? /g, '');
}
