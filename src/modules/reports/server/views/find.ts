import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { AppError, notFound } from '../../../../platform/server/http/errors.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { View } from '../../contract/views.ts';
import { scopeOf } from '../policy.ts';
import { validateQuestion } from '../query/query.ts';
import type { ReportsDb } from '../tables.ts';
import { isOwnSharedOrReceived, readViews, toView, type ViewRow } from './rows.ts';

/** Own, shared and received views. Views the actor could not query themselves are hidden, except their own. */
export async function listViews(db: ReportsDb, actor: Actor): Promise<View[]> {
  const rows = await readViews(db, actor.userId, isOwnSharedOrReceived(actor.userId));
  const timezone = await getTimezone(db);
  return rows.filter((row) => isVisible(row, actor, timezone)).map((row) => toView(row, actor));
}

/** Throws 404 for a view the actor may not see. */
export async function getView(db: ReportsDb, actor: Actor, id: number): Promise<View> {
  const [row] = await readViews(
    db,
    actor.userId,
    sql<boolean>`v.id = ${id} and ${isOwnSharedOrReceived(actor.userId)}`,
  );
  if (!row || !isVisible(row, actor, await getTimezone(db))) throw notFound();
  return toView(row, actor);
}

function isVisible(row: ViewRow, actor: Actor, timezone: string): boolean {
  if (row.ownerId === actor.userId) return true;
  try {
    validateQuestion(scopeOf(actor), row.report, row.question, { timezone, now: new Date() });
    return true;
  } catch (error) {
    // The actor lacks access to the report, the grouping or the store.
    if (error instanceof AppError) return false;
    throw error;
  }
}
