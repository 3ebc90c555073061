import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { addOutboxRoutes } from './outbox/routes.ts';
import { scheduleSweep } from './outbox/sweep.ts';
import type { MailPeople, RecordAct } from './record.ts';
import { addTemplateRoutes } from './templates/routes.ts';
import { sendTestEmail } from './test-mail.ts';

/**
 * Mail: the words of everything the house mails, and what became of it. The rooms fill in values
 * (`public.ts`); what is put between the words never becomes markup, a header or a variable of its own.
 * Nobody reads here a link that opens somebody's account, nor what people wrote to each other.
 */
export function mailModule(platform: Platform, record: RecordAct, people: MailPeople): void {
  addTemplateRoutes(platform, record, people.listAdministrators);
  platform.routes.add(calls.sendTestEmail, sendTestEmail(platform, record, people.isStaffAddress));
  addOutboxRoutes(platform, record);
  scheduleSweep(platform);
}
