import './styles/base.css';
import './lib/api/chunk-reload.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from './app/crash-boundary.tsx';
import { setEntry } from './lib/api/call.ts';
import { queryClient } from './lib/api/query-client.ts';
import { viewed } from './lib/session/viewed.ts';
import { router } from './routes.tsx';
import { Toaster } from './ui/toast.tsx';

const ViewBar = lazy(() =>
  import('./app/view-bar.tsx').then((module) => ({ default: module.ViewBar })),
);
if (viewed !== undefined) setEntry(`/betrieb/ansicht/${viewed}/api`);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CrashBoundary>
      {viewed !== undefined && (
        <Suspense>
          <ViewBar />
        </Suspense>
      )}
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </CrashBoundary>
  </StrictMode>,
);
