import './styles/auth-entry.css';
import type { state } from '@samtrot/shared/overview/contract.ts';
import { type ComponentType, lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from './app/crash-boundary.tsx';
import { call } from './lib/api.ts';
import { hasStoredSession } from './lib/stored-session.ts';

/** The pages without router and cache, small on purpose: each is a document of its own. */
const pages: Record<string, () => Promise<ComponentType>> = {
  '/auth/login': () => import('./pages/login.tsx').then(({ LoginPage }) => LoginPage),
  '/auth/register': () => import('./pages/register.tsx').then(({ RegisterPage }) => RegisterPage),
};

const load = pages[location.pathname.replace(/(.)\/$/, '$1')] ?? pages['/auth/login']!;
const Page = lazy(async () => ({ default: await load() }));

// Only name and method: the schema of the whole account is too much for a page that just asks whether there is one.
const askState = { name: 'state', method: 'GET' } as typeof state;
const loggedIn = call(askState, {}).then(
  (answer) => 'user_id' in answer.state,
  () => false,
);
void loggedIn.then((already) => already && location.replace('/home'));
// Who was logged in here before probably still is; the form appears only when not.
if (!hasStoredSession() || !(await loggedIn)) {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <CrashBoundary>
        <Suspense>
          <Page />
        </Suspense>
      </CrashBoundary>
    </StrictMode>,
  );
}
