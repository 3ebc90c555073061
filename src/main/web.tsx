import { createRoot, hydrateRoot } from 'react-dom/client';
import { readBootUser, sendVisitorToSignIn, watchSession } from '../modules/access/web/public.ts';
import { readBootZone } from '../modules/organization/web/public.ts';
import { createQueryClient } from '../platform/web/api/queryClient.ts';
import '../platform/web/theme/styles.css';
import '../platform/web/theme/theme.ts';
import { watchFirstScreen } from '../platform/web/ui/lazy/firstScreen.ts';
import { App } from './App.tsx';
import { addExtensions } from './extensions.ts';
import { callAhead, fetchChat } from './prefetch.ts';
import { isGuarded, loadFirstPage } from './routes.tsx';

addExtensions();
const client = createQueryClient();
readBootUser(client);
readBootZone(client);
watchSession(client);
if (isGuarded(window.location.pathname)) sendVisitorToSignIn(client);

// The page as served stays until the code of the first screen is here, to avoid flicker. Failed loads are repeated
// and reported where they are used.
callAhead(client, window.location.pathname);
fetchChat(client, window.location.search);
await loadFirstPage(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');
const app = <App client={client} />;
if (root.querySelector(':scope > .boot')) createRoot(root).render(app);
else hydrateRoot(root, app);
window.dispatchEvent(new Event('forecourt:started'));
watchFirstScreen(client);
