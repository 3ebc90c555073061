import type { Db } from '../../../platform/server/db/database.ts';
import { AppError, rateLimited } from '../../../platform/server/errors.ts';
import type { Limit, Limits } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { createGuard, type Guard } from '../../data-guard/server/public.ts';
import { createPresenceSource } from '../../presence/server/public.ts';
import { urgentPerHour } from '../contract/messages/urgent.ts';
import type { ChatMessage } from '../contract.ts';
import type { FixedChannels } from './access/find.ts';
import {
  createMentions,
  hereByPresence,
  onDuty,
  type ResolveMentions,
  type ShiftSource,
} from './mentions/resolve.ts';
import { type PlainMessage, type SendResult, storeMessages } from './posting/storeMessages.ts';
import { createOwnPointers } from './readState/ownPointers.ts';
import type { ChatTables } from './tables.ts';
import { createTurns, groupWrites, type Turns } from './writing/groupedWrites.ts';
import { publishMessage } from './writing/publish.ts';

/** What the module's functions need; created once. */
export interface ChatServices {
  db: Db<ChatTables>;
  realtime: Platform['realtime'];
  bus: Platform['bus'];
  log: Platform['log'];
  fixed: FixedChannels;
  resolveMentions: ResolveMentions;
  guard: Guard;
  countSend: SendLimit;
  /** Rate limit of a user's edits, reactions, votes, pins and deletions. */
  changes: Limit;
  /** Rate limit of a user's urgent messages. */
  urgents: Limit;
  turns: Turns;
  /** Resolves after COMMIT, once published. */
  write(message: PlainMessage): Promise<SendResult>;
  /** Moves the sender's read pointer if everything before their message was read. */
  noteOwn(message: ChatMessage): void;
}

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
      write: (messages, onLocked) => storeMessages(db, messages, onLocked),
      committed(results) {
        for (const { message, outcome } of results) {
          if (outcome === 'stored') publishMessage(realtime, message);
        }
      },
    }),
    noteOwn: createOwnPointers(db, log),
  };
}

/** Consumes one send of the user; throws `rate_limited` if none is left. */
type SendLimit = (userId: number) => Promise<void>;

/** 30 sends in 10 seconds, plus a reserve of 30 that refills once a minute. Counted across all instances. */
function createSendLimit(limits: Limits): SendLimit {
  const steady = limits('chat-send', 30, 10);
  const reserve = limits('chat-send-reserve', 30, 60);
  return async (userId) => {
    const key = String(userId);
    try {
      await steady.consume(key);
    } catch (refusal) {
      // The steady limit resets first, so report its wait time.
      await reserve.consume(key).catch(() => {
        throw refusal;
      });
    }
  };
}

const hourSeconds = 3_600;

/** Urgent messages are limited, so that they stay meaningful. */
function createUrgentLimit(limits: Limits): Limit {
  const limit = limits('chat-urgent', urgentPerHour, hourSeconds);
  return {
    ...limit,
    async consume(key) {
      try {
        await limit.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof AppError) || refusal.code !== 'rate_limited') throw refusal;
        const why = `You’ve sent ${urgentPerHour} urgent messages in the past hour.`;
        throw rateLimited(refusal.retryAfterSeconds ?? hourSeconds, why);
      }
    },
  };
}
