import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { AppError, notFound } from '../../../../platform/server/http/errors.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { View } from '../../contract/views.ts';
import { checkQuestion } from '../asking/question.ts';
import { scopeOf } from '../policy.ts';
import type { ReportsDb } from '../tables.ts';
import { isNear, readViews, toView, type ViewRow } from './rows.ts';

/** The views near to somebody: what they cannot ask for themselves does not exist, unless it is their own. */
export async function listViews(db: ReportsDb, actor: Actor): Promise<View[]> {
  const rows = await readViews(db, actor.userId, isNear(actor.userId));
  const timezone = await getTimezone(db);
  return rows.filter((row) => isSeen(row, actor, timezone)).map((row) => toView(row, actor));
}

/** A view somebody may see; throws 404 for any other. */
export async function getView(db: ReportsDb, actor: Actor, id: number): Promise<View> {
  const [row] = await readViews(
    db,
    actor.userId,
    sql<boolean>`v.id = ${id} and ${isNear(actor.userId)}`,
  );
  if (!row || !isSeen(row, actor, await getTimezone(db))) throw notFound();
  return toView(row, actor);
}

function isSeen(row: ViewRow, actor: Actor, timezone: string): boolean {
  if (row.ownerId === actor.userId) return true;
  try {
    checkQuestion(scopeOf(actor), row.report, row.question, { timezone, now: new Date() });
    return true;
  } catch (error) {
    // Another report, another person beside somebody, or another store than are theirs.
    if (error instanceof AppError) return false;
    throw error;
  }
}
