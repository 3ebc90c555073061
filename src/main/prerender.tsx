import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { currentUserKey } from '../modules/access/web/public.ts';
import { createQueryClient } from '../platform/web/api/queryClient.ts';
import { App } from './App.tsx';
import { open } from './pages.ts';
import { loadFirstPage } from './routes.tsx';

/** Pages that are the same for every visitor: nothing of them depends on the rest of the address or on the device. */
const paths = Object.keys(open).filter((path) => path === '/auth' || path.startsWith('/public/'));

async function render(path: string): Promise<string> {
  const client = createQueryClient();
  client.setQueryData(currentUserKey, null);
  await loadFirstPage(path);
  const html = renderToString(
    <Router ssrPath={path}>
      <App client={client} />
    </Router>,
  );
  // Its timers would keep the build from ending.
  client.clear();
  if (!html.includes('</h1>')) throw new Error(`${path} could not be rendered: ${html}`);
  // The Content-Security-Policy admits neither: the page would look different until its code is here.
  if (/ style=|<style|<script/.test(html)) throw new Error(`${path} has inline styles or scripts`);
  return html;
}

/** The HTML of public pages by path, as visitors first see them. */
export const publicPages = new Map<string, string>();
for (const path of paths) publicPages.set(path, await render(path));
