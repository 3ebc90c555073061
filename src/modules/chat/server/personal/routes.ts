import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/personal.ts';
import { getChannel } from '../channels/find.ts';
import { filterMessages } from '../reading/filter.ts';
import type { ChatServices } from '../services.ts';
import * as drafts from './drafts.ts';
import * as scheduled from './later/scheduled.ts';
import { sendDue, sweepSent } from './later/sending.ts';
import * as pointers from './pointers.ts';
import * as stars from './stars.ts';
import { createTyping } from './typing.ts';
import { getUnread } from './unread.ts';

/** Each user's own data: read pointers, stars, drafts and scheduled messages. */
export function addPersonalRoutes(platform: Platform, services: ChatServices): void {
  const { routes, realtime } = platform;
  const { db } = services;
  addReading(platform, services);

  routes.add(contract.starMessage, ({ actor, params, body }) =>
    stars.starMessage(services, actor, { ...params, ...body }),
  );
  routes.add(contract.listStarred, ({ actor, query }) =>
    stars.listStarred(services, actor, query.offset),
  );
  routes.add(contract.filterMessages, async ({ actor, params, query }) => {
    const channel = await getChannel(db, actor, params.channelId);
    return filterMessages(db, { channel, userId: actor.userId }, query);
  });
  routes.add(contract.listDrafts, ({ actor }) => drafts.listDrafts(services, actor));
  routes.add(contract.saveDraft, async ({ actor, body }) => {
    await drafts.saveDraft(services, actor, body);
    return { message: 'Draft saved' };
  });
  addScheduling(platform, services);
  realtime.handle(contract.typingFrame, createTyping(services));
}

function addReading({ routes }: Platform, services: ChatServices): void {
  routes.add(contract.getUnread, ({ actor }) => getUnread(services.db, actor, services.fixed));
  routes.add(contract.markRead, ({ actor, params, body }) =>
    pointers.markRead(services, actor, { ...params, ...body }),
  );
  routes.add(contract.markUnread, ({ actor, params, body }) =>
    pointers.markUnread(services, actor, { ...params, ...body }),
  );
}

function addScheduling({ routes, jobs, log }: Platform, services: ChatServices): void {
  routes.add(contract.listScheduled, ({ actor }) => scheduled.listScheduled(services.db, actor));
  routes.add(contract.scheduleMessage, ({ actor, body }) =>
    scheduled.scheduleMessage(services, actor, body),
  );
  routes.add(contract.changeScheduled, ({ actor, params, body }) =>
    scheduled.changeScheduled(services, actor, params.scheduledId, body),
  );
  routes.add(contract.cancelScheduled, async ({ actor, params }) => {
    await scheduled.cancelScheduled(services, actor, params.scheduledId);
    return { message: 'Scheduled message canceled' };
  });
  jobs.schedule('chat.send-scheduled', '* * * * *', () => sendDue(services, log));
  jobs.schedule('chat.scheduled.sweep', '19 9 * * *', () => sweepSent(services.db));
}
