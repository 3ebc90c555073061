import type { CurrentUser } from '../modules/access/contract.ts';
import { listChannels } from '../modules/chat/contract/channels.ts';
import { getUnread } from '../modules/chat/contract/personal.ts';
import { newestCall } from '../modules/chat/web/state/directChannel.ts';
import { getDay, getStats, listActivity, readAccess } from '../modules/dashboard/contract.ts';
import { readAccess as readLeads } from '../modules/leads/contract/lead.ts';
import { listLeadRouting } from '../modules/leads/contract/settings.ts';
import { getBoard, getChoices } from '../modules/leads/contract.ts';
import { permits } from '../platform/contract/access.ts';
import type { AnyEndpoint } from '../platform/contract/endpoint.ts';
import { pathOf } from '../platform/web/api/path.ts';
import { queryKeyFor } from '../platform/web/api/queryClient.ts';

export interface FirstCall {
  endpoint: AnyEndpoint;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** The page shown first: its path, and the part after the `?` without it. */
export interface Address {
  path: string;
  search: string;
}

export const urlOf = ({ endpoint, ...request }: FirstCall): string =>
  pathOf(endpoint.path, request);
export const keyOf = ({ endpoint, ...request }: FirstCall) => queryKeyFor(endpoint, request);

/**
 * What the page at this address shows first. The server answers these calls in the HTML and draws the page from them; the
 * browser makes those that are not answered there. Undefined if the server draws only the layout around the page.
 */
export function firstCalls(
  { path, search }: Address,
  user: CurrentUser | null | undefined,
): FirstCall[] | undefined {
  if (!user || user.mustChangePassword) return undefined;
  if (path === '/' && permits(readAccess, user)) {
    if (user.role === 'employee') return [{ endpoint: getDay }];
    return [{ endpoint: getStats }, { endpoint: listActivity }];
  }
  // Of filters and an open lead the server knows nothing.
  if (path === '/customers/leads' && search === '' && permits(readLeads, user)) {
    const board = { endpoint: getBoard, query: { q: '', whose: 'all' } };
    return [{ endpoint: getChoices }, { endpoint: listLeadRouting }, board];
  }
  return undefined;
}

/** What a conversation beside the page shows first. */
export const conversationCalls = (channelId: string): FirstCall[] => [
  newestCall(channelId),
  { endpoint: listChannels },
  { endpoint: getUnread },
];
