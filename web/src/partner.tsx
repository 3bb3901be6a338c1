import './styles/base.css';
import './lib/api/chunk-reload.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './betrieb/api.ts';
import { setEntry } from './lib/api/call.ts';
import { router } from './partner/routes.tsx';
import { Crash } from './ui/crash.tsx';
import { Toaster } from './ui/toast.tsx';

setEntry('/partner/api');

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      {/* The types of links are those of the portal's routes. */}
      <RouterProvider router={router as never} defaultErrorComponent={Crash} />
      <Toaster pages={router} />
    </QueryClientProvider>
  </StrictMode>,
);
