import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type AnyTables, type Db, isUnavailable } from '../../../platform/server/db/database.ts';
import { newChannelId } from './channels/writing/create.ts';
import { findStored, storeMessages } from './posting/store.ts';
import type { ChatTables } from './tables.ts';

const steps = ['connect', 'write', 'read', 'delete', 'commit'] as const;
type Step = (typeof steps)[number];

/** What became of a trial, step by step; the last one is the one that failed, if any did. */
export interface DatastoreCheck {
  /** `PostgreSQL 18.4`; null where it could not be asked. */
  server: string | null;
  steps: { step: Step; tookMs: number; failure: string | null }[];
}

/**
 * Writes a message of this person with the statement every message is written with, reads it back and
 * deletes it, and answers how each step went; never throws.
 *
 * All of it is one transaction that commits: the disk is really written, and yet nobody ever sees the
 * channel or the message, neither a reader nor what follows the channels for search, counts and telling,
 * because at the commit they are gone again. A failure rolls back, which leaves just as little.
 */
export async function tryStore(anyDb: Db<AnyTables>, userId: number): Promise<DatastoreCheck> {
  const db: Db<ChatTables> = anyDb;
  const done: DatastoreCheck = { server: null, steps: [] };
  let current: Step = 'connect';
  let since = performance.now();
  const end = (failure: string | null = null) => {
    done.steps.push({ step: current, tookMs: performance.now() - since, failure });
    since = performance.now();
  };
  try {
    await db.transaction().execute(async (tx) => {
      done.server = await askServer(tx);
      const acts = { write, read, delete: remove };
      const trial = { userId, channelId: newChannelId(), clientMsgId: uuidv7() };
      for (const [name, act] of Object.entries(acts)) {
        end();
        current = name as keyof typeof acts;
        await act(tx, trial);
      }
      end();
      current = 'commit';
    });
    end();
  } catch (error) {
    end(reasonOf(error));
  }
  return done;
}

interface CheckState {
  userId: number;
  channelId: string;
  clientMsgId: string;
}

const content = 'Is the store all right?';

async function askServer(tx: Db<ChatTables>): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`.execute(tx);
  return `PostgreSQL ${rows[0]?.version}`;
}

async function write(
  tx: Db<ChatTables>,
  { userId, channelId, clientMsgId }: CheckState,
): Promise<void> {
  await sql`insert into chat_channels (id, type, name, created_by)
    values (${channelId}, 'private', 'Trial', ${userId})`.execute(tx);
  const [stored] = await storeMessages(tx, [
    {
      ...{ channelId, clientMsgId, content },
      ...{ senderId: userId, mentionedUserIds: [], createdAt: null },
    },
  ]);
  if (!stored || stored instanceof Error) throw stored ?? new Error('Nothing was stored');
}

async function read(tx: Db<ChatTables>, { userId, clientMsgId }: CheckState): Promise<void> {
  const found = await findStored(tx, userId, clientMsgId);
  if (found?.content !== content) throw new Error('What was read is not what was written');
}

async function remove(tx: Db<ChatTables>, { channelId }: CheckState): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from chat_messages where channel_id = ${channelId}`.execute(tx);
  if (numAffectedRows !== 1n) throw new Error('What was written could not be deleted');
  await sql`delete from chat_channels where id = ${channelId}`.execute(tx);
}

const reasonOf = (error: unknown) =>
  isUnavailable(error) || !(error instanceof Error)
    ? 'The database does not answer'
    : error.message;
