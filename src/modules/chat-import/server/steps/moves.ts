import { type Kysely, sql } from 'kysely';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { RequestContext } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { activityOf } from '../activity.ts';
import { getImport, listChannelRows } from '../imports.ts';
import { findDestinations } from '../matching/destinations.ts';
import { findPeople } from '../matching/people.ts';
import { importTask } from '../storedExport.ts';
import type { ChatImportTables, ImportRow, ImportServices } from '../tables.ts';
import { assertHandMatches } from './plan.ts';
import { states } from './states.ts';
import { busy } from './upload.ts';

type Tx = Kysely<ChatImportTables>;

/** Starts a run, or continues an earlier one. */
export function runChatImport(
  services: ImportServices,
  context: RequestContext,
  importId: number,
): Promise<ImportRow> {
  return next(services, context, importId, async (tx, row) => {
    if (!['read', 'failed'].includes(row.state))
      throw conflict(`This import can’t be run: ${states[row.state]}.`);
    if (!row.is_kept)
      throw conflict('The contents of this export have been deleted. Upload the file again.');
    await assertHandMatches(tx, context.actor, importId);
    const people = await listMatches(tx, importId);
    await recordActivity(tx, activityOf(row, 'chat_import.started', context, { people }));
    // A conversation without a destination in the last run may have one now.
    await tx
      .updateTable('chat_import_channels')
      .set({ is_done: false })
      .where('import_id', '=', importId)
      .where('cursor_us', '<', 0)
      .execute();
    return { state: 'importing', ...(await countMessages(tx, row)) };
  });
}

const loggedAtMost = 500;

/** The matches for the activity log: manual ones first. */
async function listMatches(tx: Tx, importId: number) {
  const matched = [...(await findPeople(tx, importId)).values()]
    .filter(({ userId }) => userId !== null)
    .sort((a, b) => Number(b.matchedBy === 'hand') - Number(a.matchedBy === 'hand'));
  const shown = matched.slice(0, loggedAtMost).map(({ sourceId, name, userId, matchedBy }) => ({
    sourceId,
    name,
    userId,
    matchedBy,
  }));
  return { matched: matched.length, shown };
}

/** Requests a run to stop after its current batch. */
export async function stopChatImport({ db }: ImportServices, importId: number): Promise<ImportRow> {
  const stopped = await db
    .updateTable('chat_imports')
    .set({ wants_stop: true })
    .where('id', '=', importId)
    .where('state', '=', 'importing')
    .returningAll()
    .executeTakeFirst();
  if (stopped) return stopped;
  const { state } = await getImport(db, importId);
  throw conflict(`This import can’t be stopped: ${states[state]}.`);
}

/** Starts to undo an import, where its conversations have not been used since. */
export function undoChatImport(
  services: ImportServices,
  context: RequestContext,
  importId: number,
): Promise<ImportRow> {
  return next(services, context, importId, async (tx, row) => {
    const { made } = await tx
      .selectFrom('chat_import_conversations')
      .select(sql<number>`count(*)`.as('made'))
      .where('import_id', '=', importId)
      .executeTakeFirstOrThrow();
    if (!['read', 'imported', 'failed', 'undone'].includes(row.state))
      throw conflict(`This import can’t be undone: ${states[row.state]}.`);
    if (made === 0)
      throw conflict(
        row.messages_brought > 0
          ? 'This import only added to conversations created by an earlier one.'
          : 'There is nothing to undo.',
      );
    return { state: 'undoing', done_count: 0, total_count: row.messages_brought };
  });
}

type Change = Partial<Pick<ImportRow, 'done_count' | 'total_count'>> & Pick<ImportRow, 'state'>;

async function next(
  { platform, db }: ImportServices,
  { actor }: RequestContext,
  importId: number,
  decide: (tx: Tx, row: ImportRow) => Promise<Change>,
): Promise<ImportRow> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select from chat_imports where id = ${importId} for update`.execute(tx);
      const change = await decide(tx, await getImport(tx, importId));
      await platform.jobs.add(tx, importTask, { importId });
      return tx
        .updateTable('chat_imports')
        .set({ ...change, failure: '', wants_stop: false, run_by: actor.userId })
        .where('id', '=', importId)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  } catch (error) {
    if (violatedConstraint(error) === 'chat_imports_at_work') throw busy();
    throw error;
  }
}

/** Messages a run will import, and how many already are. */
async function countMessages(tx: Tx, row: ImportRow) {
  const all = (await listChannelRows(tx, row.id)).filter(({ chosen }) => chosen);
  const destinations = await findDestinations(tx, row, all, await findPeople(tx, row.id));
  const coming = all.filter((_, index) => !destinations[index]?.obstacle);
  const total = coming.reduce((sum, { message_count }) => sum + message_count, 0);
  const { rows } = await sql<{ done: number }>`
    select coalesce(sum(case when c.is_done then c.message_count else (
        select count(*) from chat_import_messages m
        where m.import_id = c.import_id and m.channel = c.place
          and (m.at_us, m.nth) <= (c.cursor_us, c.cursor_nth)) end), 0)::integer as done
    from chat_import_channels c
    where c.import_id = ${row.id} and c.chosen and c.cursor_us >= 0`.execute(tx);
  const done = rows[0]?.done ?? 0;
  return { total_count: Math.max(total, done), done_count: done };
}
