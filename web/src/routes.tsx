import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Frame } from './app/frame.tsx';
import { guard, hasSession } from './app/guard.ts';
import { PageSkeleton } from './app/page-skeleton.tsx';
import { queryClient } from './lib/api/query-client.ts';
import { focusContent } from './lib/page/focus-content.ts';
import { takeEntry } from './lib/session/entry.ts';
import { viewed } from './lib/session/viewed.ts';
import { NotFound } from './pages/not-found.tsx';
import { knowRouter } from './ui/back-closes.ts';
import { Crash } from './ui/crash.tsx';

type Load = Parameters<typeof lazyRouteComponent>[0];

/**
 * What stands around a page is never waited for in its place: the router keeps such a place until
 * everything is loaded, also the page whose boxes belong into the frame.
 */
const AROUND = { pendingMs: Number.POSITIVE_INFINITY };

/**
 * A page that comes when it is wanted. When its file does not, `lib/chunk-reload.ts` decides; the
 * router would reload at once.
 */
const shown = (load: Load, name: string) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new Error('This page did not arrive', { cause });
      }),
    name,
  );

const root = createRootRoute({
  ...AROUND,
  component: Outlet,
  pendingComponent: () => null,
  notFoundComponent: NotFound,
  // A path nobody knows: home for who is logged in, the 404 page for visitors (PUB-21, PUB-24).
  beforeLoad: async ({ matches }) => {
    const unknown = matches.length === 1 || matches.at(-1)?.routeId === frame.id;
    if (unknown && (await hasSession(queryClient))) throw redirect({ to: '/home', replace: true });
  },
});

/** Everything behind the login, in the frame with sidebar and header. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  ...AROUND,
  beforeLoad: ({ preload }) => guard(queryClient, { preload }),
  component: Frame,
  notFoundComponent: NotFound,
});

const page = <const P extends string>(path: P, load: Load, name: string) =>
  createRoute({ getParentRoute: () => frame, path, component: shown(load, name) });

/**
 * One route around both addresses of the editor: a new ad that gets its number goes on in the same
 * form.
 */
const editor = createRoute({
  getParentRoute: () => frame,
  id: 'editor',
  component: shown(() => import('./pages/editor.tsx'), 'EditorPage'),
});
const address = <const P extends string>(path: P) =>
  createRoute({ getParentRoute: () => editor, path, component: () => null });

/** The same around both addresses of the banner wizard. */
const wizard = createRoute({
  getParentRoute: () => frame,
  id: 'banner-wizard',
  component: shown(() => import('./pages/banner-wizard.tsx'), 'BannerWizardPage'),
});
const wizardAddress = <const P extends string>(path: P) =>
  createRoute({ getParentRoute: () => wizard, path, component: () => null });

const routeTree = root.addChildren([
  frame.addChildren([
    page('/home', () => import('./pages/home.tsx'), 'HomePage'),
    page('/guthaben', () => import('./pages/guthaben.tsx'), 'GuthabenPage'),
    page('/inserate', () => import('./pages/inserate.tsx'), 'InseratePage'),
    editor.addChildren([address('/rabota'), address('/rabota/$id')]),
    page('/banner', () => import('./pages/banner.tsx'), 'BannerPage'),
    wizard.addChildren([wizardAddress('/banner_neu'), wizardAddress('/banner_edit/$id')]),
    page('/clubs', () => import('./pages/clubs.tsx'), 'ClubsPage'),
    page('/clubs_neu', () => import('./pages/club-form.tsx'), 'NewClubPage'),
    page('/clubs_edit/$id', () => import('./pages/club-form.tsx'), 'EditClubPage'),
    page(
      '/zustellung/$kind/$id',
      () => import('./pages/delivery-receipts.tsx'),
      'DeliveryReceiptsPage',
    ),
    page('/profil', () => import('./pages/profil.tsx'), 'ProfilPage'),
    page('/profil/sicherheit', () => import('./pages/sicherheit.tsx'), 'SicherheitPage'),
    page('/dashboard/kontakt', () => import('./pages/support.tsx'), 'SupportPage'),
    page('/dashboard/kontakt/$ticket', () => import('./pages/thread.tsx'), 'ThreadPage'),
    page('/dashboard/datenschutz', () => import('./pages/privacy.tsx'), 'PrivacyPage'),
    page('/dashboard/rechtliches', () => import('./pages/terms.tsx'), 'TermsPage'),
    page('/dashboard/impressum', () => import('./pages/imprint.tsx'), 'ImprintPage'),
  ]),
]);

export const router = createRouter({
  routeTree,
  ...(viewed !== undefined && { basepath: `/betrieb/ansicht/${viewed}` }),
  defaultPreload: 'intent',
  // The first document shows its frame at once, later pages keep the one before for a moment.
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: Crash,
  // Every page begins at its top (PUB-11).
  scrollRestoration: false,
});

knowRouter(router.history);

// The file of the page that opens is requested beside the account, not after it.
const routes: Record<string, AnyRoute> = router.routesById;
for (const { routeId } of router.matchRoutes(router.latestLocation))
  (routes[routeId]?.options.component as RouteComponent | undefined)?.preload?.()?.catch(() => {});

const opened = router.subscribe('onResolved', () => {
  opened();
  router.update({ defaultPendingMs: 150 });
});

// Its menu is there before its first page, so the first page to come may be another.
let moved = false;
router.history.subscribe(({ action }) => {
  moved ||= action.type !== 'REPLACE';
});

router.subscribe('onResolved', ({ pathChanged, fromLocation, toLocation }) => {
  if (!pathChanged || toLocation.state.stays) return;
  window.scrollTo({ top: 0, behavior: 'instant' });
  // A document that has just opened begins at its top, where the skip link is; but the one after a
  // login goes on from the button there.
  if (fromLocation || moved || takeEntry()) focusContent();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The page goes on under another address: neither its place nor the focus changes. */
    stays?: boolean;
    /** An entry of the ad editor on a phone; those of the steps before it stand before it. */
    ofSteps?: boolean;
  }
}
