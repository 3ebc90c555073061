import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { changedMeanwhile } from '../../../../platform/server/records/versions.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { lockPerson } from '../../../people/server/public.ts';
import {
  type changeView as changeDeclared,
  type saveView as saveDeclared,
  type View,
  viewsMax,
} from '../../contract/views.ts';
import { scopeOf } from '../policy.ts';
import { validateQuery } from '../query/validate.ts';
import type { ReportsDb, ReportsTables } from '../tables.ts';
import { getView } from './views.ts';

type ViewInput = ValidOf<typeof saveDeclared>['body'];
type ChangeView = ValidOf<typeof changeDeclared>['body'];

/** Saves a view; repeating a client id of the same user returns the same view. */
export async function saveView(
  db: ReportsDb,
  actor: Actor,
  { clientId, ...facts }: ViewInput,
): Promise<View> {
  await assertValidQuery(db, actor, facts);
  const id = await withUniqueName(() =>
    db.transaction().execute(async (tx) => {
      // Serialized per user, so that the limit holds.
      await lockPerson(tx, actor.userId);
      const known = await findSent(tx, actor.userId, clientId);
      if (known !== null) return known;
      await assertBelowLimit(tx, actor.userId);
      const { id } = await tx
        .insertInto('report_views')
        .values({ ...toRow(facts), client_id: clientId, owner_id: actor.userId })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    }),
  );
  return getView(db, actor, id);
}

/** Throws 404 unless it is the actor’s own, and 409 on a concurrent change. */
export async function changeView(
  db: ReportsDb,
  actor: Actor,
  id: number,
  { version, ...facts }: ChangeView,
): Promise<View> {
  await assertValidQuery(db, actor, facts);
  const changed = await withUniqueName(() =>
    db
      .updateTable('report_views')
      .set({ ...toRow(facts), version: version + 1 })
      .where('id', '=', id)
      .where('owner_id', '=', actor.userId)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst(),
  );
  if (!changed) throw await missingOrConflict(db, actor, id);
  return getView(db, actor, id);
}

/** Deletes one of the actor’s views with its recipients. */
export async function deleteView(db: ReportsDb, actor: Actor, id: number): Promise<void> {
  const deleted = await db
    .deleteFrom('report_views')
    .where('id', '=', id)
    .where('owner_id', '=', actor.userId)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw notFound();
}

/** The error for a view that was not found in the given version. */
export async function missingOrConflict(db: Kysely<ReportsTables>, { userId }: Actor, id: number) {
  const own = await db
    .selectFrom('report_views')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return own ? changedMeanwhile('this view', 'load') : notFound();
}

type Facts = Omit<ViewInput, 'clientId'>;

async function assertValidQuery(db: ReportsDb, actor: Actor, { report, question }: Facts) {
  const timezone = await getTimezone(db);
  validateQuery(scopeOf(actor), report, question, { timezone, now: new Date() });
}

const toRow = ({ name, report, question, isShared }: Facts) => ({
  name,
  report,
  is_shared: isShared,
  question: JSON.stringify(question),
});

async function findSent(tx: Kysely<ReportsTables>, ownerId: number, clientId: string) {
  const row = await tx
    .selectFrom('report_views')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.id ?? null;
}

async function assertBelowLimit(tx: Kysely<ReportsTables>, ownerId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from report_views where owner_id = ${ownerId}`.execute(tx);
  if ((rows[0]?.count ?? 0) < viewsMax) return;
  throw conflict(`You can save up to ${viewsMax} views. Delete one first.`);
}

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'report_views_by_name') throw error;
    const message = 'You already have a view with this name.';
    throw conflict(message, { name: message });
  }
}
