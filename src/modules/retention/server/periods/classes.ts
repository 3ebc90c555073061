import { sql } from 'kysely';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Context, Handler } from '../../../../platform/server/http/routes.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import type { RetentionClass, RetentionEvent } from '../../contract.ts';
import type { RetentionDb } from '../tables.ts';

interface ClassRow {
  code: string;
  name: string;
  event: RetentionEvent;
  years: number;
  minimum_years: number;
  authority: string;
  version: number;
  changed_at: Date;
  kept: number;
  not_begun: number;
}

/** All classes, or one of them, with the number of documents kept under each. */
export async function listClasses(db: RetentionDb, code?: string): Promise<RetentionClass[]> {
  const { rows } = await sql<ClassRow>`
    select c.*, count(i.event_date) as kept,
      count(i.class_code) filter (where i.event_date is null) as not_begun
    from retention_classes c
    left join retained_items i on i.class_code = c.code and i.condemned_at is null
    where c.code = coalesce(${code ?? null}::text, c.code)
    group by c.code order by c.years, c.name`.execute(db);
  return rows.map((row) => ({
    code: row.code,
    name: row.name,
    event: row.event,
    years: row.years,
    minimumYears: row.minimum_years,
    authority: row.authority,
    version: row.version,
    changedAt: row.changed_at.toISOString(),
    kept: row.kept,
    notBegun: row.not_begun,
  }));
}

async function getClass(db: RetentionDb, code: string): Promise<RetentionClass> {
  const [found] = await listClasses(db, code);
  if (!found) throw notFound();
  return found;
}

export function setRetentionPeriod(db: RetentionDb): Handler<typeof calls.setRetentionPeriod> {
  return async (context) => {
    await db.transaction().execute((tx) => changePeriod(tx, context));
    return getClass(db, context.params.code);
  };
}

async function changePeriod(
  tx: RetentionDb,
  {
    actor,
    params: { code },
    body: { years, version },
    ip,
  }: Context<typeof calls.setRetentionPeriod>,
): Promise<void> {
  const row = await tx
    .selectFrom('retention_classes')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  assertVersion(row, version, 'this period');
  if (years < row.minimum_years) {
    throw invalid('Check the period.', {
      years: `Must be at least ${row.minimum_years} years. ${row.authority}.`,
    });
  }
  if (years === row.years) return;
  await tx
    .updateTable('retention_classes')
    .set({ years, version: version + 1, changed_at: new Date() })
    .where('code', '=', code)
    .execute();
  await recordActivity(tx, {
    actor,
    action: 'retention.period_changed',
    subject: { type: 'retention', id: code, name: row.name },
    before: { years: row.years },
    after: { years },
    ip,
  });
}
