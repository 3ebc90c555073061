import { sql } from 'kysely';
import type { Retention } from '../../contract.ts';
import type { RetentionDb } from '../tables.ts';
import { listClasses } from './classes.ts';
import { getToday } from './dates.ts';

/** Retention periods, what falls due within twelve months, and open batches. */
export async function getRetention(db: RetentionDb): Promise<Retention> {
  const today = await getToday(db);
  const [classes, due, counts] = await Promise.all([
    listClasses(db),
    listDueMonths(db, today),
    countWork(db),
  ]);
  return { classes, today, due, ...counts };
}

async function listDueMonths(db: RetentionDb, today: string): Promise<Retention['due']> {
  const { rows } = await sql<{ month: string | null; items: number; held: number }>`
    with counted as (
      select class_code, event_date, count(*) as items, 0 as held
      from retained_items where condemned_at is null group by class_code, event_date
      union all
      select class_code, event_date, 0, count(distinct id) from retained_items
      join legal_hold_subjects s on subjects @> array[s.subject]
        and not exists (select from legal_hold_releases r where r.hold_id = s.hold_id)
      where condemned_at is null group by class_code, event_date
    ), due as (
      select counted.*, retention_keep_until(event_date, c.years) as keep_until
      from counted join retention_classes c on c.code = class_code
    )
    select case when keep_until < date_trunc('month', ${today}::date) then null
        else to_char(keep_until, 'YYYY-MM') end as month,
      sum(items)::bigint as items, sum(held)::bigint as held
    from due where keep_until < date_trunc('month', ${today}::date) + interval '12 months'
    group by 1 order by 1 nulls first`.execute(db);
  return rows;
}

async function countWork(db: RetentionDb) {
  const { rows } = await sql<{ holds: number; open_batches: number; destroyed: number }>`
    select (select count(*) from legal_holds h
        where not exists (select from legal_hold_releases where hold_id = h.id)) as holds,
      (select count(*) from disposition_batches b
        left join disposition_decisions d on d.batch_id = b.id
        where d.decision is null or (d.decision = 'approved'
          and not exists (select from disposition_completions where batch_id = b.id))
      ) as open_batches,
      (select count(*) from destruction_register) as destroyed`.execute(db);
  const [row] = rows;
  return {
    holds: row?.holds ?? 0,
    openBatches: row?.open_batches ?? 0,
    destroyed: row?.destroyed ?? 0,
  };
}
