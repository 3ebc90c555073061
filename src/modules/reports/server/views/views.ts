import { type RawBuilder, sql } from 'kysely';
import { AppError, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { View } from '../../contract/views.ts';
import { scopeOf } from '../policy.ts';
import { validateQuery } from '../query/validate.ts';
import type { ReportsDb } from '../tables.ts';

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
    validateQuery(scopeOf(actor), row.report, row.question, { timezone, now: new Date() });
    return true;
  } catch (error) {
    // The actor lacks access to the report, the grouping or the store.
    if (error instanceof AppError) return false;
    throw error;
  }
}

type Person = View['owner'];

interface ViewRow {
  id: number;
  name: string;
  report: View['report'];
  question: View['question'];
  isShared: boolean;
  version: number;
  ownerId: number;
  owner: string;
  every: NonNullable<View['schedule']>['every'] | null;
  weekday: number | null;
  day: number | null;
  hour: number;
  nextAt: Date;
  lastSentAt: Date | null;
  recipients: Person[];
}

/** Views matching a condition on `v`, the user’s own first, then by name. */
async function readViews(
  db: ReportsDb,
  userId: number,
  condition: RawBuilder<boolean>,
): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select v.id, v.name, v.report, v.question, v.is_shared as "isShared", v.version,
      v.owner_id as "ownerId", ${nameOf('o')} as owner, v.every, v.weekday, v.day, v.hour,
      v.next_at as "nextAt", v.last_sent_at as "lastSentAt",
      coalesce((select json_agg(json_build_object('id', u.id, 'name', ${nameOf('u')})
          order by lower(u.last_name), lower(u.first_name), u.id)
        from report_view_recipients r join users u on u.id = r.user_id
        where r.view_id = v.id), '[]') as recipients
    from report_views v join users o on o.id = v.owner_id
    where ${condition}
    order by v.owner_id <> ${userId}, lower(v.name), v.id`.execute(db);
  return rows;
}

const nameOf = (table: string) => sql`${sql.ref(`${table}.shown_name`)}`;

/** The user’s own, shared and received views. */
const isOwnSharedOrReceived = (
  userId: number,
) => sql<boolean>`(v.owner_id = ${userId} or v.is_shared
  or exists (select from report_view_recipients r where r.view_id = v.id and r.user_id = ${userId}))`;

function toView(row: ViewRow, { userId }: Pick<Actor, 'userId'>): View {
  const { id, name, report, question, isShared, version, recipients } = row;
  return {
    id,
    name,
    report,
    question,
    isShared,
    version,
    owner: { id: row.ownerId, name: row.owner },
    schedule: row.every && scheduleOf(row, row.every),
    may: { change: row.ownerId === userId },
    isReceived: recipients.some((one) => one.id === userId),
  };
}

function scheduleOf(row: ViewRow, every: NonNullable<ViewRow['every']>): View['schedule'] {
  const { weekday, day, hour, recipients, nextAt, lastSentAt } = row;
  return {
    every,
    hour,
    recipients,
    ...(weekday !== null && { weekday }),
    ...(day !== null && { day }),
    nextAt: nextAt.toISOString(),
    lastSentAt: lastSentAt?.toISOString() ?? null,
  };
}
