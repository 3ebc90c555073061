import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import { createGuard } from '../../data-guard/server/public.ts';
import * as contract from '../contract.ts';
import { cancelScheduled, changeScheduled, listScheduled, scheduleMessage } from './scheduled.ts';
import { sendDue, sweepSent } from './sending.ts';
import type { ScheduledServices } from './services.ts';

/**
 * Messages that are sent later, as their senders: the chat posts them when they are due, with the rights
 * their sender has then. It must never send one twice, or one that was canceled, and never drop one
 * silently: what can't be sent stays in the list with the reason, and its sender is notified.
 */
export function scheduledMessagesModule(platform: Platform, chat: ChatParts): void {
  const { db, routes, jobs, realtime, log } = platform;
  const services: ScheduledServices = { db, realtime, log, chat, guard: createGuard(db) };
  routes.add(contract.listScheduled, ({ actor }) => listScheduled(services.db, actor));
  routes.add(contract.scheduleMessage, ({ actor, body }) => scheduleMessage(services, actor, body));
  routes.add(contract.changeScheduled, ({ actor, params, body }) =>
    changeScheduled(services, actor, params.scheduledId, body),
  );
  routes.add(contract.cancelScheduled, async ({ actor, params }) => {
    await cancelScheduled(services, actor, params.scheduledId);
    return { message: 'Scheduled message canceled' };
  });
  jobs.schedule('chat.send-scheduled', '* * * * *', () => sendDue(services));
  jobs.schedule('chat.scheduled.sweep', '19 9 * * *', () => sweepSent(services.db));
}
