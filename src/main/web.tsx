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
import { ErrorBoundary } from '../platform/web/ui/frame/ErrorBoundary.tsx';
import '../platform/web/theme/styles.css';
import '../platform/web/theme/theme.ts';
import { watchFirstScreen } from '../platform/web/ui/lazy/firstScreen.ts';
import { Toaster } from '../platform/web/ui/Toaster.tsx';
import { TooltipProvider } from '../platform/web/ui/Tooltip.tsx';
import { addExtensions } from './extensions.ts';
import { callAhead, fetchChat } from './prefetch.ts';
import { loadFirstPage, Routes } from './routes.tsx';

addExtensions();
const client = createQueryClient();
readBootUser(client);
readBootZone(client);
watchSession(client);

// The page as served stays until the code of the first screen is here, to avoid flicker. Failed loads are repeated
// and reported where they are used.
callAhead(client, window.location.pathname);
fetchChat(client, window.location.search);
await loadFirstPage(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');
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
watchFirstScreen(client);
