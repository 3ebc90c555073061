import type { Db } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { ChatTables } from '../tables.ts';

export type Publish = (platform: Platform) => Promise<void>;

/** A channel's revision before and after an import. */
export interface RevisionRange {
  before: number;
  after: number;
}

/**
 * What a module that keeps data about messages has to do when messages are imported or removed, always in
 * the same transaction.
 */
export interface ImportHooks {
  /** The table of its follower's cursors; a removed channel's are locked and deleted. */
  cursors?: string;
  /** After messages were imported into a channel: to pass over them, as if it had processed them. */
  onImported?(tx: Db<ChatTables>, channelId: string, imported: RevisionRange): Promise<void>;
  /** Whether someone uses the channel in a way that its revision does not show. */
  isUsed?(tx: Db<ChatTables>, channelId: string): Promise<boolean>;
  /** Deletes what it keeps about these messages. */
  deleteForMessages(tx: Db<ChatTables>, ids: readonly string[]): Promise<void>;
  /** Deletes what it keeps about these files. */
  deleteForFiles?(tx: Db<ChatTables>, uploadIds: readonly string[]): Promise<void>;
  /** Deletes what else it keeps about this channel; returns what is to be published after COMMIT. */
  deleteForChannel?(tx: Db<ChatTables>, channelId: string): Promise<Publish | null>;
}
