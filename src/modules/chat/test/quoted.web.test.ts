import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { queryKeyFor } from '../../../platform/web/api/queryClient.ts';
import type { CurrentUser } from '../../access/contract.ts';
import { getMessage } from '../contract/changes.ts';
import { Quoted } from '../web/messages/content/Quoted.tsx';
import { ChatContext } from '../web/state/chatContext.ts';
import { createChat } from './fakeChat.web.ts';
import { me } from './fakeServer.web.ts';

const params = { channelId: 'sales', messageId: 'm1' };
const user: CurrentUser = {
  id: me,
  emrn: 'EMRN000007',
  firstName: 'Mia',
  lastName: 'Me',
  shownName: 'Mia Me',
  username: 'me',
  email: 'me@example.com',
  role: 'employee',
  department: 'sales',
  isActive: true,
  status: 'online',
  statusMessage: null,
  statusUntil: null,
  protection: null,
  storeAccess: ['ford'],
  pagePermissions: [],
  featurePermissions: [],
  lastLogin: null,
  pending: false,
  emailConfirmed: true,
  version: 1,
  mustChangePassword: false,
};

/** The text for a quoted message whose request failed with the status. */
async function textAfter(status: number): Promise<string> {
  // Without this a first render would show the query as pending again.
  const queries = { retry: false, retryOnMount: false };
  const client = new QueryClient({ defaultOptions: { queries } });
  const queryKey = queryKeyFor(getMessage, { params });
  const queryFn = () => Promise.reject(new ApiError(status, '', ''));
  await client.prefetchQuery({ queryKey, queryFn });
  const value = { user, session: createChat().session, people: new Map(), peopleTotal: 0 };
  const quoted = createElement(ChatContext, { value }, createElement(Quoted, params));
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, quoted));
  return html.replace(/<[^>]*>/g, '');
}

test.each([
  [404, 'A deleted message'],
  [503, 'A message'],
])('a quoted message that could not be loaded (%i) is %j', async (status, text) => {
  expect(await textAfter(status)).toBe(text);
});
