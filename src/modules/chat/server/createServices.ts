import type { Platform } from '../../../platform/server/platform.ts';
import { createGuard } from '../../data-guard/server/public.ts';
import { createPresenceSource } from '../../presence/server/public.ts';
import { hereByPresence, onDuty, type ShiftSource } from './mentions/onDuty.ts';
import { createMentions } from './mentions/resolve.ts';
import { createSendLimit, createUrgentLimit } from './posting/limits.ts';
import { type PlainMessage, type SendResult, storeMessages } from './posting/storeMessages.ts';
import { createOwnPointers } from './readState/ownPointers.ts';
import type { ChatServices } from './services.ts';
import { groupWrites } from './writing/groupedWrites.ts';
import { publishMessage } from './writing/publish.ts';
import { createTurns } from './writing/turns.ts';

/** `shifts` knows who is at work; without it presence is used. */
export function createChatServices(
  platform: Platform,
  fixed: ChatServices['fixed'],
  shifts?: ShiftSource,
): ChatServices {
  const { db, cache, limits, realtime, bus, log } = platform;
  const presence = createPresenceSource(platform);
  const turns = createTurns();
  return {
    db,
    realtime,
    bus,
    log,
    fixed,
    resolveMentions: createMentions(
      db,
      cache,
      hereByPresence(db, presence),
      onDuty(db, presence, shifts),
    ),
    guard: createGuard(db),
    countSend: createSendLimit(limits),
    // Each change is sent to everyone in the channel; no one does more by hand.
    changes: limits('chat-change', 60, 10),
    urgents: createUrgentLimit(limits),
    turns,
    write: groupWrites<PlainMessage, SendResult>({
      keyOf: ({ channelId }) => channelId,
      turns,
      write: (messages) => storeMessages(db, messages),
      committed(results) {
        for (const { message, outcome } of results) {
          if (outcome === 'stored') publishMessage(realtime, message);
        }
      },
    }),
    noteOwn: createOwnPointers(db, log),
  };
}
