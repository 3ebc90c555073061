import type { Platform } from '../../../platform/server/platform.ts';
import * as contract from '../contract.ts';
import { addOutboxRoutes } from './outbox/routes.ts';
import { scheduleSweep } from './outbox/sweep.ts';
import type { MailPeople, RecordAct } from './record.ts';
import { addTemplateRoutes } from './templates/routes.ts';
import { sendTestEmail } from './test-mail.ts';

/**
 * Email templates and the outbox. Other modules fill in values (`public.ts`); a value must never become markup,
 * a header or another variable. The outbox must never show a link that gives access to an account, or what
 * people wrote to each other.
 */
export function mailModule(platform: Platform, record: RecordAct, people: MailPeople): void {
  addTemplateRoutes(platform, record, people.listAdministrators);
  platform.routes.add(
    contract.sendTestEmail,
    sendTestEmail(platform, record, people.isStaffAddress),
  );
  addOutboxRoutes(platform, record);
  scheduleSweep(platform);
}
