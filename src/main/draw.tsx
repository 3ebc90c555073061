import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import type { ChatMessage } from '../modules/chat/contract.ts';
import { newestCall } from '../modules/chat/web/state/directChannel.ts';
import { loadPartsOf } from '../modules/chat/web/state/extensions.ts';
import { conversationMark } from '../modules/shell/web/chat/DrawnConversation.tsx';
import type { DrawnPage } from '../platform/server/http/pages.ts';
import { createQueryClient } from '../platform/web/api/queryClient.ts';
import { setDrawn } from '../platform/web/state/drawn.ts';
import { pageHeaderMark } from '../platform/web/ui/frame/DrawnPageHeader.tsx';
import { PageHeaderCollector } from '../platform/web/ui/frame/PageHeader.tsx';
import { App } from './App.tsx';
import { type Boot, readBoot } from './boot.ts';
import { addExtensions } from './extensions.ts';
import { type Address, firstCalls, urlOf } from './firstCalls.ts';
import { openedChannel } from './pages.ts';
import { isDrawn, loadFirstPage } from './routes.tsx';

addExtensions();

interface Request extends Address {
  boot: Required<Boot>;
}

/** The channel that a request opens beside its page. The server loads no other file of the pages. */
export const findChannel = openedChannel;

/**
 * The first screen of a signed-in user as HTML, from what is in the page anyway; null if this page is not drawn. Nothing
 * of it may be kept for another request.
 */
export async function draw({ path, search, boot }: Request): Promise<DrawnPage | null> {
  if (!boot.user || !isDrawn(path, boot.user)) return null;
  // The browser asks for what is missing, and may have it before it hydrates what was drawn without it.
  const calls = firstCalls({ path, search }, boot.user) ?? [];
  if (calls.some((call) => !(urlOf(call) in boot.answers))) return null;
  await loadFirstPage(path);
  const { conversation } = boot.drawn;
  const chat = conversation ? await import('../modules/chat/web/panel/DrawnPanel.tsx') : null;
  const messages = conversation
    ? (boot.answers[urlOf(newestCall(conversation))] as ChatMessage[])
    : [];
  await loadPartsOf(messages);
  // From here on without a pause: time zone and choices are those of this request.
  const client = createQueryClient();
  setDrawn(boot.drawn);
  readBoot(client, { path, search }, boot);
  const render = (content: ReactNode, identifierPrefix = '') =>
    renderToString(
      <Router ssrPath={path} ssrSearch={search}>
        {content}
      </Router>,
      { identifierPrefix },
    );
  let header: ReactNode = null;
  const collect = (content: ReactNode) => {
    header = content;
  };
  const page = render(
    <PageHeaderCollector value={collect}>
      <App client={client} />
    </PageHeaderCollector>,
  );
  const title = render(
    <QueryClientProvider client={client}>{header}</QueryClientProvider>,
    'header',
  );
  const panel =
    conversation &&
    chat &&
    render(
      <QueryClientProvider client={client}>
        <chat.DrawnPanel channelId={conversation} messages={messages} />
      </QueryClientProvider>,
    );
  client.clear();
  const html = page
    .replace(pageHeaderMark, () => title)
    .replace(conversationMark, () => `${withoutIds(panel ?? '')}<i data-end hidden></i>`);
  // Suspended or failed: the browser would discard that part, and everyone would see it twice.
  if (html.includes('<!--$!-->')) throw new Error(`A part of ${path} could not be drawn`);
  return withoutStyleAttributes(html);
}

/** The chat itself is in the document, too, before it takes the place of what was drawn. */
const withoutIds = (html: string) => html.replaceAll(/ id="[^"]*"/g, '');

/** Numbers, units and names of colors: nothing that could end the rule. */
const plainStyle = /^[\w\s.,:;%#/()-]*$/;

/** The Content-Security-Policy admits no style attributes. */
function withoutStyleAttributes(html: string): DrawnPage {
  const names = new Map<string, string>();
  const withNames = html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    if (!plainStyle.test(style)) throw new Error(`A style is not plain: ${style}`);
    const name = names.get(style) ?? `${names.size}`;
    names.set(style, name);
    return ` data-drawn="${name}"`;
  });
  const rules = [...names].map(([style, name]) => `[data-drawn="${name}"]{${style}}`);
  return { html: withNames, styles: rules.join('') };
}
