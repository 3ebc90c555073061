import type { Platform } from '../../../../platform/server/platform.ts';
import { createPresenceSource } from '../../../presence/server/public.ts';
import { hereByPresence, onDuty, type ShiftSource } from '../audience/here.ts';
import { createMentions } from '../audience/mentioned.ts';
import { publishMessage } from '../channels/live.ts';
import { createGuard } from '../guard/guard.ts';
import type { ChatServices } from '../services.ts';
import { groupWrites } from '../writing/grouped-writes.ts';
import { createTurns } from '../writing/turns.ts';
import { createOwnPointers } from './own-pointers.ts';
import { createSendLimit } from './send-limit.ts';
import { type Draft, type Stored, storeMessages } from './store.ts';
import { createUrgentLimit } from './urgent.ts';

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
    write: groupWrites<Draft, Stored>({
      keyOf: ({ channelId }) => channelId,
      turns,
      write: (drafts) => storeMessages(db, drafts),
      committed(results) {
        for (const { message, outcome } of results) {
          if (outcome === 'stored') publishMessage(realtime, message);
        }
      },
    }),
    noteOwn: createOwnPointers(db, log),
  };
}
