import type { Db } from '../../../platform/server/db/database.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatMessage } from '../contract.ts';
import type { ResolveMentions } from './audience/mentioned.ts';
import type { FixedChannels } from './channels/fixed.ts';
import type { Guard } from './guard/guard.ts';
import type { SendLimit } from './posting/send-limit.ts';
import type { Draft, Stored } from './posting/store.ts';
import type { ChatTables } from './tables.ts';
import type { Turns } from './writing/turns.ts';

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
  write(draft: Draft): Promise<Stored>;
  /** Moves the sender's read pointer if everything before their message was read. */
  noteOwn(message: ChatMessage): void;
}
