import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, notFound } from '../../../../platform/server/http/errors.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { lockPerson } from '../../../people/server/public.ts';
import {
  type changeView as changeDeclared,
  type saveView as saveDeclared,
  type View,
  viewsMax,
} from '../../contract/views.ts';
import { checkQuestion } from '../asking/question.ts';
import { scopeOf } from '../policy.ts';
import type { ReportsDb, ReportsTables } from '../tables.ts';
import { getView } from './find.ts';

type ViewInput = ValidOf<typeof saveDeclared>['body'];
type Changed = ValidOf<typeof changeDeclared>['body'];

/** Keeps a question under a name; the same client id of the same person is the same view. */
export async function saveView(
  db: ReportsDb,
  actor: Actor,
  { clientId, ...facts }: ViewInput,
): Promise<View> {
  await assertAskable(db, actor, facts);
  const id = await namedOnce(() =>
    db.transaction().execute(async (tx) => {
      // One after the other, so that nobody keeps more than they may.
      await lockPerson(tx, actor.userId);
      const known = await findSent(tx, actor.userId, clientId);
      if (known !== null) return known;
      await assertRoom(tx, actor.userId);
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

/** Throws 404 where it is not the actor’s own, and 409 where it was changed meanwhile. */
export async function changeView(
  db: ReportsDb,
  actor: Actor,
  id: number,
  { version, ...facts }: Changed,
): Promise<View> {
  await assertAskable(db, actor, facts);
  const changed = await namedOnce(() =>
    db
      .updateTable('report_views')
      .set({ ...toRow(facts), version: version + 1 })
      .where('id', '=', id)
      .where('owner_id', '=', actor.userId)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst(),
  );
  if (!changed) throw await refusalOf(db, actor, id);
  return getView(db, actor, id);
}

/** Drops a view of one’s own, with whom it went to. */
export async function dropView(db: ReportsDb, actor: Actor, id: number): Promise<void> {
  const dropped = await db
    .deleteFrom('report_views')
    .where('id', '=', id)
    .where('owner_id', '=', actor.userId)
    .returning('id')
    .executeTakeFirst();
  if (!dropped) throw notFound();
}

/** Why a view was not found in the version somebody holds. */
export async function refusalOf(db: Kysely<ReportsTables>, { userId }: Actor, id: number) {
  const own = await db
    .selectFrom('report_views')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return own ? conflict('This view was changed meanwhile. Please look at it again.') : notFound();
}

type Facts = Omit<ViewInput, 'clientId'>;

async function assertAskable(db: ReportsDb, actor: Actor, { report, question }: Facts) {
  const timezone = await getTimezone(db);
  checkQuestion(scopeOf(actor), report, question, { timezone, now: new Date() });
}

const toRow = ({ name, report, question, isShared }: Facts) => ({
  ...{ name, report, is_shared: isShared },
  // A text column takes half a surrogate pair as an unknown sign; JSON refuses it.
  question: JSON.stringify({ ...question, only: question.only.toWellFormed() }),
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

async function assertRoom(tx: Kysely<ReportsTables>, ownerId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from report_views where owner_id = ${ownerId}`.execute(tx);
  if ((rows[0]?.count ?? 0) < viewsMax) return;
  throw conflict(`You can keep at most ${viewsMax} views. Please delete one first.`);
}

async function namedOnce<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'report_views_by_name') throw error;
    const sentence = 'You already have a view of this name.';
    throw conflict(sentence, { name: sentence });
  }
}
