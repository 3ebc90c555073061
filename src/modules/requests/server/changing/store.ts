import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { readersAmong } from '../../../chat/server/public.ts';
import type { Unpublished } from '../../../notifications/server/public.ts';
import type { RequestPart } from '../../contract.ts';
import { notifyStep } from '../notify/step.ts';
import type { Step } from '../step.ts';
import type { RequestDb } from '../tables.ts';

/** Writes a step in the transaction that changes its message; returns what to publish after COMMIT. */
export async function storeStep(
  anyTx: Kysely<AnyTables>,
  actor: Actor,
  message: ChatMessage,
  step: Step,
): Promise<readonly Unpublished[]> {
  const tx: RequestDb = anyTx;
  const { before, after, act } = step;
  if (after.ownerId !== null && after.ownerId !== before?.ownerId) {
    await assertReads(tx, message.channelId, after.ownerId);
  }
  // With a new due time, or reopened, it can become overdue again.
  const isNewTime = after.dueAt !== before?.dueAt || act === 'reopened';
  await tx
    .insertInto('chat_requests')
    .values(rowOf(message, after))
    .onConflict((same) =>
      same.column('message_id').doUpdateSet({
        ...changedOf(after),
        ...(isNewTime && { overdue_notified_at: null, escalated_at: null }),
      }),
    )
    .execute();
  const event = await tx
    .insertInto('chat_request_events')
    .values({
      message_id: message.id,
      actor_id: actor.userId,
      act,
      kind: after.kind,
      owner_id: after.ownerId,
      due_at: after.dueAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return notifyStep(tx, actor, message, { ...step, eventId: event.id });
}

/** Checked in the same transaction: they may have left meanwhile. */
async function assertReads(tx: RequestDb, channelId: string, ownerId: number): Promise<void> {
  if ((await readersAmong(tx, channelId, [ownerId])).has(ownerId)) return;
  const problem = 'This person can’t read this conversation.';
  throw invalid(problem, { ownerId: problem });
}

/** The row of a new request, with no notifications sent. */
export function rowOf(
  { id, channelId }: Pick<ChatMessage, 'id' | 'channelId'>,
  request: RequestPart,
) {
  return {
    message_id: id,
    channel_id: channelId,
    asked_at: new Date(request.askedAt),
    asked_by: request.askedBy,
    ...changedOf(request),
    overdue_notified_at: null,
    escalated_at: null,
    withdrawn_at: null,
  };
}

function changedOf(request: RequestPart) {
  return {
    kind: request.kind,
    status: request.status,
    owner_id: request.ownerId,
    claimed_at: dateOf(request.claimedAt),
    due_at: dateOf(request.dueAt),
    closed_at: dateOf(request.closedAt),
    closed_by: request.closedBy,
  };
}

const dateOf = (time: string | null) => (time === null ? null : new Date(time));

/** The name of a possible assignee; null if there is no such person. */
export async function findName(db: RequestDb, userId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select shown_name as name from users
    where id = ${userId} and deleted_at is null and is_active
      and protection is distinct from 'system_bot'`.execute(db);
  return rows[0]?.name ?? null;
}
