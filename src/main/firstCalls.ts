import type { CurrentUser } from '../modules/access/contract.ts';
import { getDay, getStats, listActivity, readAccess } from '../modules/dashboard/contract.ts';
import { permits } from '../platform/contract/access.ts';
import type { AnyEndpoint } from '../platform/contract/endpoint.ts';

/**
 * What the page at this path shows first, without parameters. The server answers these calls in the HTML and draws the
 * page from them; the browser makes those that are not answered there.
 */
export function firstCalls(path: string, user: CurrentUser | null | undefined): AnyEndpoint[] {
  if (path !== '/' || !user || user.mustChangePassword || !permits(readAccess, user)) return [];
  return user.role === 'employee' ? [getDay] : [getStats, listActivity];
}
