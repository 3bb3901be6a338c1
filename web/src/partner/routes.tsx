import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { focusContent } from '../lib/page/focus-content.ts';
import { knowRouter } from '../ui/back-closes.ts';
import { ConsoleFrame } from './frame.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { ListPage } from './list-page.tsx';
import { LoginPage } from './login-page.tsx';
import {
  BannersPage,
  ConnectionPage,
  ConsoleNotFound,
  OverviewPage,
  PeoplePage,
  ReportsPage,
  RulesPage,
} from './pages.tsx';
import { AskPasswordPage, NewPasswordPage } from './password-pages.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: ConsoleNotFound });
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: ConsoleFrame });
const inFrame = (path: string, component: () => React.JSX.Element) =>
  createRoute({ getParentRoute: () => frame, path, component });

/** The route table of the console of a website; portal and back office have their own. */
export const router = createRouter({
  basepath: '/partner',
  routeTree: root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/anmelden', component: LoginPage }),
    createRoute({ getParentRoute: () => root, path: '/einladung', component: InvitationPage }),
    createRoute({ getParentRoute: () => root, path: '/passwort', component: AskPasswordPage }),
    createRoute({
      getParentRoute: () => root,
      path: '/neues-passwort',
      component: NewPasswordPage,
    }),
    frame.addChildren([
      inFrame('/', OverviewPage),
      inFrame('/anschluss', ConnectionPage),
      inFrame('/regeln', RulesPage),
      inFrame('/banner', BannersPage),
      inFrame('/liste', ListPage),
      inFrame('/gemeldet', ReportsPage),
      inFrame('/leute', PeoplePage),
    ]),
  ]),
  notFoundMode: 'root',
  scrollRestoration: true,
});

knowRouter(router.history);

router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation) focusContent();
});
