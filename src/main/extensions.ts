import { extendChat } from '../modules/chat/web/state/extensions.ts';
import { chatNotificationsExtension } from '../modules/chat-notifications/web/extension.ts';
import { searchExtension } from '../modules/chat-search/web/extension.ts';
import { employeeHref } from '../modules/employees/web/public.ts';
import { noticesExtension } from '../modules/notices/web/extension.ts';
import { requestsExtension } from '../modules/requests/web/extension.ts';
import { scheduledExtension } from '../modules/scheduled-messages/web/extension.ts';
import { slipsExtension } from '../modules/slips/web/extension.ts';
import { offerMigration } from '../modules/system/web/migration.ts';
import { registerSearchTargets } from '../platform/web/search/places.ts';
import { offerSearches } from '../platform/web/search/sources.ts';

/** What the modules add to the chat, the platform search and the chat import card. */
export function addExtensions(): void {
  extendChat(
    requestsExtension,
    noticesExtension,
    slipsExtension,
    searchExtension,
    scheduledExtension,
    chatNotificationsExtension,
    { name: 'employees', profileHref: employeeHref },
  );
  offerMigration(() => import('../modules/chat-import/web/MigrationDialog.tsx'));
  registerSearchTargets(() => import('./places.ts'));
  offerSearches(
    () => import('../modules/customers/web/search.ts'),
    () => import('../modules/vehicles/web/search.ts'),
    () => import('../modules/repair-orders/web/search.ts'),
    () => import('../modules/leads/web/search.ts'),
    () => import('../modules/deals/web/search.ts'),
    () => import('../modules/documents/web/search.ts'),
  );
}
