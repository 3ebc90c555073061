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

/** What is each person's own: how far they have read, their stars, drafts and scheduled messages. */
export function addPersonalRoutes(platform: Platform, desk: ChatServices): void {
  const { routes, realtime } = platform;
  const { db } = desk;
  addReading(platform, desk);

  routes.add(contract.starMessage, ({ actor, params, body }) =>
    stars.starMessage(desk, actor, { ...params, ...body }),
  );
  routes.add(contract.listStarred, ({ actor, query }) =>
    stars.listStarred(desk, actor, query.offset),
  );
  routes.add(contract.filterMessages, async ({ actor, params, query }) => {
    const channel = await getChannel(db, actor, params.channelId);
    return filterMessages(db, { channel, userId: actor.userId }, query);
  });
  routes.add(contract.listDrafts, ({ actor }) => drafts.listDrafts(desk, actor));
  routes.add(contract.saveDraft, async ({ actor, body }) => {
    await drafts.saveDraft(desk, actor, body);
    return { message: 'Draft saved' };
  });
  addScheduling(platform, desk);
  realtime.handle(contract.typingFrame, createTyping(desk));
}

function addReading({ routes }: Platform, desk: ChatServices): void {
  routes.add(contract.getUnread, ({ actor }) => getUnread(desk.db, actor, desk.fixed));
  routes.add(contract.markRead, ({ actor, params, body }) =>
    pointers.markRead(desk, actor, { ...params, ...body }),
  );
  routes.add(contract.markUnread, ({ actor, params, body }) =>
    pointers.markUnread(desk, actor, { ...params, ...body }),
  );
}

function addScheduling({ routes, jobs, log }: Platform, desk: ChatServices): void {
  routes.add(contract.listScheduled, ({ actor }) => scheduled.listScheduled(desk.db, actor));
  routes.add(contract.scheduleMessage, ({ actor, body }) =>
    scheduled.scheduleMessage(desk, actor, body),
  );
  routes.add(contract.changeScheduled, ({ actor, params, body }) =>
    scheduled.changeScheduled(desk, actor, params.scheduledId, body),
  );
  routes.add(contract.cancelScheduled, async ({ actor, params }) => {
    await scheduled.cancelScheduled(desk, actor, params.scheduledId);
    return { message: 'Message not sent' };
  });
  jobs.schedule('chat.send-scheduled', '* * * * *', () => sendDue(desk, log));
  jobs.schedule('chat.scheduled.sweep', '19 9 * * *', () => sweepSent(desk.db));
}
