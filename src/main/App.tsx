import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { PasswordConfirmation, SignInAgain } from '../modules/access/web/public.ts';
import { ErrorBoundary } from '../platform/web/ui/frame/ErrorBoundary.tsx';
import { Toaster } from '../platform/web/ui/Toaster.tsx';
import { TooltipProvider } from '../platform/web/ui/Tooltip.tsx';
import { Routes } from './routes.tsx';

/** All of the page: what the build has rendered and what the browser renders must be the same. */
export function App({ client }: { client: QueryClient }) {
  return (
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
    </StrictMode>
  );
}
