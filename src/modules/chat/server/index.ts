import { v7 as uuidv7 } from 'uuid';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  chatMessageFrame,
  listChanges,
  listChannels,
  listGeneralMessages,
  listMessages,
  postMessage,
  syncChannels,
} from '../contract.ts';
import * as channels from './channels.ts';
import { createFixedChannels } from './fixed-channels.ts';
import { followChannels, publishMessage } from './live.ts';
import * as messages from './messages.ts';
import { groupWrites } from './posting/grouped-writes.ts';
import { createMentions } from './posting/mentions.ts';
import { createSendLimit } from './posting/send-limit.ts';
import { storeMessages } from './posting/store.ts';
import * as changes from './reading/changes.ts';
import { readHistory } from './reading/history.ts';

/**
 * What the people of the group tell each other. The database is the truth and the socket a fast hint:
 * whoever missed a frame finds everything by the channel's revision. It must never lose what it has
 * acknowledged, store one send twice, or show a direct channel to anybody but its two people.
 */
export function chatModule(platform: Platform): void {
  const { db, cache, realtime, routes } = platform;
  const fixed = createFixedChannels(db);
  const desk = createDesk(platform, fixed);
  followChannels(realtime, fixed);

  routes.add(listChannels, ({ actor }) => channels.listChannels(db, actor, fixed));
  routes.add(listGeneralMessages, async ({ actor, query }) =>
    readHistory(db, cache, await channels.getChannel(db, actor, 'general'), query),
  );
  routes.add(listMessages, async ({ actor, params, query }) =>
    readHistory(db, cache, await channels.getChannel(db, actor, params.channelId), query),
  );
  routes.add(listChanges, async ({ actor, params, query }) => {
    const { id } = await channels.getChannel(db, actor, params.channelId);
    const [found] = await changes.readChanges(db, [{ id, since: query.since }]);
    const none = { channelId: id, lastSeq: 0, lastRev: 0, messages: [] };
    return found ?? { ...none, reset: query.since > 0 };
  });
  routes.add(syncChannels, async ({ actor, body }) => ({
    channels: await changes.syncChannels(db, fixed, actor, body.channels),
  }));
  routes.add(postMessage, ({ actor, params, body }) =>
    messages.postMessage(desk, actor, { ...body, ...params }),
  );
  realtime.handle(chatMessageFrame, async ({ actor }, data) => {
    const clientMsgId = data.clientMsgId ?? uuidv7();
    await messages.postMessage(desk, actor, { ...data, clientMsgId });
  });
}

function createDesk(platform: Platform, fixed: messages.Desk['fixed']): messages.Desk {
  const { db, cache, limits, realtime } = platform;
  return {
    db,
    realtime,
    fixed,
    resolveMentions: createMentions(db, cache),
    takeTurn: createSendLimit(limits),
    write: groupWrites({
      keyOf: ({ channelId }) => channelId,
      write: (drafts) => storeMessages(db, drafts),
      committed(results) {
        for (const { message, outcome } of results) {
          if (outcome === 'stored') publishMessage(realtime, message);
        }
      },
    }),
  };
}
