import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { focusContent } from '../lib/page/focus-content.ts';
import { knowRouter } from '../ui/back-closes.ts';
import { HouseFrame } from './frame.tsx';
import { HouseNotFound } from './not-found.tsx';

type Load = Parameters<typeof lazyRouteComponent>[0];

const root = createRootRoute({ component: Outlet, notFoundComponent: HouseNotFound });
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: HouseFrame });

const inFrame = (path: string, load: Load, name: string) =>
  createRoute({ getParentRoute: () => frame, path, component: lazyRouteComponent(load, name) });
const alone = (path: string, load: Load, name: string) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) });

/** One page for a list and its items: the list stays where it is while items change. */
const withItems = (path: string, item: string, load: Load, name: string) => {
  const page = inFrame(path, load, name);
  return page.addChildren([
    createRoute({ getParentRoute: () => page, path: '/' }),
    createRoute({ getParentRoute: () => page, path: item }),
  ]);
};

const money = inFrame('/geld', () => import('./money/money-page.tsx'), 'MoneyPage');

const catalogue = inFrame(
  '/katalog',
  () => import('./catalogue/catalogue-page.tsx'),
  'CataloguePage',
);

/** The route table of the back office; the portal has its own. */
export const router = createRouter({
  basepath: '/betrieb',
  routeTree: root.addChildren([
    alone('/anmelden', () => import('./login-page.tsx'), 'LoginPage'),
    alone('/einladung', () => import('./invitation-page.tsx'), 'InvitationPage'),
    frame.addChildren([
      inFrame('/', () => import('./overview/overview-page.tsx'), 'OverviewPage'),
      withItems('/pruefen', '$review', () => import('./reviews/reviews-page.tsx'), 'ReviewsPage'),
      inFrame('/meldungen/register', () => import('./reports/register-page.tsx'), 'RegisterPage'),
      withItems('/meldungen', '$number', () => import('./reports/reports-page.tsx'), 'ReportsPage'),
      inFrame('/postfach/vorlagen', () => import('./inbox/templates-page.tsx'), 'TemplatesPage'),
      withItems('/postfach', '$ticket', () => import('./inbox/inbox-page.tsx'), 'InboxPage'),
      inFrame('/gesperrt', () => import('./holds/holds-page.tsx'), 'HoldsPage'),
      inFrame('/einspruch', () => import('./holds/appeals-page.tsx'), 'AppealsPage'),
      inFrame('/einspruch/$id', () => import('./holds/appeals-page.tsx'), 'AppealPage'),
      inFrame('/freigaben', () => import('./approvals-page.tsx'), 'ApprovalsPage'),
      inFrame('/protokoll', () => import('./audit-page.tsx'), 'AuditPage'),
      inFrame('/kundinnen', () => import('./customers/customers-page.tsx'), 'CustomersPage'),
      inFrame('/kundinnen/$id', () => import('./customers/customer-page.tsx'), 'CustomerPage'),
      inFrame('/kundinnen/$id/$tab', () => import('./customers/customer-page.tsx'), 'CustomerPage'),
      inFrame(
        '/kundinnen/$id/$tab/$number',
        () => import('./customers/customer-page.tsx'),
        'CustomerPage',
      ),
      money.addChildren([
        createRoute({ getParentRoute: () => money, path: '/' }),
        createRoute({ getParentRoute: () => money, path: 'faelle/$case' }),
      ]),
      inFrame('/geld/zahlungen', () => import('./money/payments-page.tsx'), 'PaymentsPage'),
      inFrame('/geld/zahlungen/$payment', () => import('./money/payment-page.tsx'), 'PaymentPage'),
      inFrame('/geld/monat', () => import('./money/month-page.tsx'), 'MonthPage'),
      inFrame('/geld/monat/$month', () => import('./money/month-page.tsx'), 'MonthPage'),
      inFrame('/geld/rueckzahlungen', () => import('./money/refunds-page.tsx'), 'RefundsPage'),
      catalogue.addChildren([
        createRoute({ getParentRoute: () => catalogue, path: '/' }),
        createRoute({ getParentRoute: () => catalogue, path: '$list' }),
        createRoute({ getParentRoute: () => catalogue, path: '$list/$version' }),
      ]),
      inFrame('/gutscheine', () => import('./catalogue/coupons-page.tsx'), 'CouponsPage'),
      inFrame('/gutscheine/neu', () => import('./catalogue/coupon-form.tsx'), 'NewCouponPage'),
      inFrame('/gutscheine/$series', () => import('./catalogue/coupon-page.tsx'), 'CouponPage'),
      withItems('/partner', '$id', () => import('./partners/partners-page.tsx'), 'PartnersPage'),
      inFrame('/zustand', () => import('./overview/health-page.tsx'), 'HealthPage'),
      inFrame('/moderation', () => import('./reviews/mode-page.tsx'), 'ModePage'),
      inFrame('/texte', () => import('./texts-page.tsx'), 'TextsPage'),
      inFrame('/texte/$text', () => import('./text-page.tsx'), 'TextPage'),
      inFrame('/texte/$text/$version', () => import('./text-page.tsx'), 'TextPage'),
      inFrame('/team', () => import('./team-page.tsx'), 'TeamPage'),
    ]),
  ]),
  notFoundMode: 'root',
  defaultPreload: 'intent',
  scrollRestoration: true,
});

knowRouter(router.history);

router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation) focusContent();
});
