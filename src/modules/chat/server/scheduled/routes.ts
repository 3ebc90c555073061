import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/personal.ts';
import type { ChatServices } from '../services.ts';
import { cancelScheduled, changeScheduled, listScheduled, scheduleMessage } from './scheduled.ts';
import { sendDue, sweepSent } from './sending.ts';

/** Messages that are sent later, as their senders. */
export function addScheduling({ routes, jobs, log }: Platform, services: ChatServices): void {
  routes.add(contract.listScheduled, ({ actor }) => listScheduled(services.db, actor));
  routes.add(contract.scheduleMessage, ({ actor, body }) => scheduleMessage(services, actor, body));
  routes.add(contract.changeScheduled, ({ actor, params, body }) =>
    changeScheduled(services, actor, params.scheduledId, body),
  );
  routes.add(contract.cancelScheduled, async ({ actor, params }) => {
    await cancelScheduled(services, actor, params.scheduledId);
    return { message: 'Scheduled message canceled' };
  });
  jobs.schedule('chat.send-scheduled', '* * * * *', () => sendDue(services, log));
  jobs.schedule('chat.scheduled.sweep', '19 9 * * *', () => sweepSent(services.db));
}
