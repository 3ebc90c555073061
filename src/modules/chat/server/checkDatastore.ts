import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type AnyTables, type Db, isUnavailable } from '../../../platform/server/db/database.ts';
import { newChannelId } from './channels/createChannel.ts';
import { findStored, storeMessages } from './posting/storeMessages.ts';
import type { ChatTables } from './tables.ts';

const steps = ['connect', 'write', 'read', 'delete', 'commit'] as const;
type Step = (typeof steps)[number];

/** The result of a check, step by step; if a step failed, it is the last one. */
export interface DatastoreCheck {
  /** `PostgreSQL 18.4`; null if unavailable. */
  server: string | null;
  steps: { step: Step; tookMs: number; failure: string | null }[];
}

/**
 * Writes a test message with the same statement as real messages, reads it back and deletes it, and
 * returns how each step went; never throws.
 *
 * All steps run in one transaction that commits: the disk is really written, but neither readers nor
 * followers (search, counts, notifications) ever see the channel or message, because they are deleted
 * before the commit. A failure rolls back.
 */
export async function checkDatastore(
  anyDb: Db<AnyTables>,
  userId: number,
): Promise<DatastoreCheck> {
  const db: Db<ChatTables> = anyDb;
  const done: DatastoreCheck = { server: null, steps: [] };
  let currentStep: Step = 'connect';
  let stepStart = performance.now();
  const end = (failure: string | null = null) => {
    done.steps.push({ step: currentStep, tookMs: performance.now() - stepStart, failure });
    stepStart = performance.now();
  };
  try {
    await db.transaction().execute(async (tx) => {
      done.server = await askServer(tx);
      const actions = { write, read, delete: remove };
      const check = { userId, channelId: newChannelId(), clientMsgId: uuidv7() };
      for (const [name, action] of Object.entries(actions)) {
        end();
        currentStep = name as keyof typeof actions;
        await action(tx, check);
      }
      end();
      currentStep = 'commit';
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

const content = 'Datastore check';

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
    values (${channelId}, 'private', 'Datastore check', ${userId})`.execute(tx);
  const [stored] = await storeMessages(tx, [
    {
      channelId,
      clientMsgId,
      content,
      senderId: userId,
      mentionedUserIds: [],
      createdAt: null,
    },
  ]);
  if (!stored || stored instanceof Error) throw stored ?? new Error('No message was stored');
}

async function read(tx: Db<ChatTables>, { userId, clientMsgId }: CheckState): Promise<void> {
  const found = await findStored(tx, userId, clientMsgId);
  if (found?.content !== content) throw new Error('Read content differs from written content');
}

async function remove(tx: Db<ChatTables>, { channelId }: CheckState): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from chat_messages where channel_id = ${channelId}`.execute(tx);
  if (numAffectedRows !== 1n) throw new Error('Failed to delete the message');
  await sql`delete from chat_channels where id = ${channelId}`.execute(tx);
}

const reasonOf = (error: unknown) =>
  isUnavailable(error) || !(error instanceof Error)
    ? 'The database is not responding'
    : error.message;
