import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  PasswordConfirmation,
  readBootUser,
  SignInAgain,
  watchSession,
} from '../modules/access/web/public.ts';
import { readBootZone } from '../modules/organization/web/public.ts';
import { createQueryClient } from '../platform/web/api/queryClient.ts';
import { ErrorBoundary } from '../platform/web/frame/ErrorBoundary.tsx';
import '../platform/web/theme/styles.css';
import { Toaster } from '../platform/web/ui/Toaster.tsx';
import { TooltipProvider } from '../platform/web/ui/Tooltip.tsx';
import { addExtensions } from './extensions.ts';
import { loadFirstPage, Routes } from './routes.tsx';

addExtensions();
const client = createQueryClient();
readBootUser(client);
readBootZone(client);
watchSession(client);

// The page as it was served stays until the code of the first screen is here, so that nothing flickers. What cannot be
// fetched now is asked for again when it is drawn, and says so there.
await loadFirstPage(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to show the application in');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <ErrorBoundary place="window">
          <Routes />
          <SignInAgain />
        </ErrorBoundary>
        <PasswordConfirmation />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  </StrictMode>,
);
