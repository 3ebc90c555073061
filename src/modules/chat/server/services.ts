import type { Db } from '../../../platform/server/db/database.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Guard } from '../../data-guard/server/public.ts';
import type { ChatMessage } from '../contract.ts';
import type { FixedChannels } from './access/fixed.ts';
import type { ResolveMentions } from './mentions/resolve.ts';
import type { SendLimit } from './posting/limits.ts';
import type { PlainMessage, SendResult } from './posting/storeMessages.ts';
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
  write(message: PlainMessage): Promise<SendResult>;
  /** Moves the sender's read pointer if everything before their message was read. */
  noteOwn(message: ChatMessage): void;
}
