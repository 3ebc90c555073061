import { createRoot, hydrateRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { sendVisitorToSignIn, watchSession } from '../modules/access/web/public.ts';
import { storedStyles } from '../platform/contract/cookies.ts';
import { createQueryClient } from '../platform/web/api/queryClient.ts';
import { callAs } from '../platform/web/api/session.ts';
import { watchScrollPositions } from '../platform/web/router/scrollPositions.ts';
import { readPageBoot } from '../platform/web/state/boot.ts';
import { setCookie } from '../platform/web/state/cookie.ts';
import { setDrawn } from '../platform/web/state/drawn.ts';
import '../platform/web/theme/styles.css';
import '../platform/web/theme/theme.ts';
import { watchFirstScreen } from '../platform/web/ui/lazy/firstScreen.ts';
import { watchLostFocus } from '../platform/web/ui/lostFocus.ts';
import { App } from './App.tsx';
import { type Boot, readBoot } from './boot.ts';
import { addExtensions } from './extensions.ts';
import { callAhead, fetchChat } from './prefetch.ts';
import { isFirstPageLoaded, isGuarded, loadFirstPage } from './routes.tsx';

addExtensions();
watchScrollPositions();
watchLostFocus();
const client = createQueryClient();
const address = { path: window.location.pathname, search: window.location.search.slice(1) };
const boot = readPageBoot<Boot>();
if (boot) {
  readBoot(client, address, boot);
  callAs(boot.user?.id ?? null);
  if (boot.drawn) setDrawn(boot.drawn);
}
watchSession(client);
if (isGuarded(window.location.pathname)) sendVisitorToSignIn(client);

// The page as served stays until the code of the first screen is here, to avoid flicker. Failed loads are repeated
// and reported where they are used.
callAhead(client, address);
fetchChat(client, address);
await loadFirstPage(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');
// Hydration renders the address that was requested, also if someone has gone on meanwhile.
const { pathname, search } = window.location;
const app = (
  <Router ssrPath={pathname} ssrSearch={search.slice(1)}>
    <App client={client} />
  </Router>
);
const isRendered = !root.querySelector(':scope > .boot');
if (isRendered && isFirstPageLoaded(window.location.pathname)) hydrateRoot(root, app);
else createRoot(root).render(app);
window.dispatchEvent(new Event('forecourt:started'));
watchFirstScreen(client);

// The server then need not put the styles into later pages.
const styleLink = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
if (styleLink?.sheet) setCookie(storedStyles, new URL(styleLink.href).pathname);
