import type { Db } from '../../../../platform/server/db/database.ts';
import type { ChatTables } from '../tables.ts';

/** A channel's revision before and after an import. */
export interface RevisionRange {
  before: number;
  after: number;
}

/**
 * What a module that keeps data about messages has to do when messages are imported or removed, always in
 * the same transaction.
 */
export interface ImportFollower {
  /** Its table of cursors; a removed channel's are locked and deleted. */
  cursors?: string;
  /** Passes over messages just imported into a channel, as if it had processed them. */
  passOver?(tx: Db<ChatTables>, channelId: string, imported: RevisionRange): Promise<void>;
  /** Whether someone uses the channel in a way that its revision does not show. */
  isUsed?(tx: Db<ChatTables>, channelId: string): Promise<boolean>;
  /** Deletes what it keeps about these messages. */
  forgetMessages(tx: Db<ChatTables>, ids: readonly string[]): Promise<void>;
  /** Deletes what it keeps about these files. */
  forgetFiles?(tx: Db<ChatTables>, uploadIds: readonly string[]): Promise<void>;
  /** Deletes what else it keeps about this channel. */
  forgetChannel?(tx: Db<ChatTables>, channelId: string): Promise<void>;
}
