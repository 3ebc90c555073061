import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { HandoverSource } from '../../../../platform/server/records/handover.ts';
import { integerIds } from '../../../../platform/server/records/sources.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { canRead } from '../policy.ts';
import type { ReportsDb } from '../tables.ts';
import { recipientsAmong } from './recipients.ts';

interface Row {
  id: number;
  name: string;
  every: 'day' | 'week' | 'month' | null;
}

const rhythms = {
  day: 'Emailed every day',
  week: 'Emailed every week',
  month: 'Emailed every month',
};

/** Report views that others use: shared ones, and those that go out by email. */
export function reportViewHandover(platform: Platform): HandoverSource {
  const db: ReportsDb = platform.db;
  const isUsed = sql`(v.is_shared or v.every is not null)`;
  return {
    key: 'report_views',
    title: 'Shared and scheduled reports',
    act: 'move',
    async list(userId, actor) {
      const { rows } = await sql<Row>`
        select v.id, v.name, v.every from report_views v
        where v.owner_id = ${userId} and ${isUsed} order by v.id`.execute(db);
      const isReader = canRead(actor);
      return rows.map(({ id, name, every }) => ({
        id: String(id),
        title: isReader ? name : `View ${id}`,
        detail: every ? rhythms[every] : 'Shared',
        store: null,
        href: isReader ? '/reports' : null,
      }));
    },
    move: ({ actor, from, to, ids, ip }) =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<Row & { is_taken: boolean }>`
          select v.id, v.name, v.every, exists (select from report_views o
            where o.owner_id = ${to.id} and lower(o.name) = lower(v.name)) as is_taken
          from report_views v where v.owner_id = ${from.id} and ${isUsed}
            and v.id = any(${integerIds(ids)}::integer[]) for update of v`.execute(tx);
        const isReader = (await recipientsAmong(tx, [to.id])).has(to.id);
        const refusalOf = ({ is_taken }: { is_taken: boolean }) => {
          if (!isReader) return `${to.name} doesn’t have access to reports.`;
          return is_taken ? `${to.name} already has a view with this name.` : null;
        };
        const fit = rows.filter((row) => refusalOf(row) === null);
        await sql`update report_views set owner_id = ${to.id}, version = version + 1
          where id = any(${fit.map(({ id }) => id)}::integer[])`.execute(tx);
        await recordActivity(
          tx,
          ...fit.map(({ id, name }) => ({
            actor,
            action: 'report_view.owner_changed',
            subject: { type: 'report_view', id, name },
            before: { ownerId: from.id },
            after: { ownerId: to.id },
            ip,
          })),
        );
        return {
          moved: fit.map(({ id }) => String(id)),
          problems: rows.flatMap((row) => {
            const message = refusalOf(row);
            return message === null ? [] : [{ id: String(row.id), message }];
          }),
        };
      }),
  };
}
