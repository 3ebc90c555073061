import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { View } from '../../contract/views.ts';
import type { ReportsDb } from '../tables.ts';

type Person = View['owner'];

export interface ViewRow {
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
export async function readViews(
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

export const nameOf = (table: string) => sql`${sql.ref(`${table}.shown_name`)}`;

/** The user’s own, shared and received views. */
export const isOwnSharedOrReceived = (
  userId: number,
) => sql<boolean>`(v.owner_id = ${userId} or v.is_shared
  or exists (select from report_view_recipients r where r.view_id = v.id and r.user_id = ${userId}))`;

export function toView(row: ViewRow, { userId }: Pick<Actor, 'userId'>): View {
  const { id, name, report, question, isShared, version, recipients } = row;
  return {
    ...{ id, name, report, question, isShared, version },
    owner: { id: row.ownerId, name: row.owner },
    schedule: row.every && scheduleOf(row, row.every),
    may: { change: row.ownerId === userId },
    isReceived: recipients.some((one) => one.id === userId),
  };
}

function scheduleOf(row: ViewRow, every: NonNullable<ViewRow['every']>): View['schedule'] {
  const { weekday, day, hour, recipients, nextAt, lastSentAt } = row;
  return {
    ...{ every, hour, recipients },
    ...(weekday !== null && { weekday }),
    ...(day !== null && { day }),
    nextAt: nextAt.toISOString(),
    lastSentAt: lastSentAt?.toISOString() ?? null,
  };
}
