import './styles/base.css';
import './lib/api/chunk-reload.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from './app/crash-boundary.tsx';
import { queryClient } from './lib/api/query-client.ts';
import { router } from './routes.tsx';
import { Toaster } from './ui/toast.tsx';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </CrashBoundary>
  </StrictMode>,
);
