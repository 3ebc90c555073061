import { sql } from 'kysely';
import { type CalendarDate, dateAt } from '../../../../platform/contract/wallTime.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { allOf } from '../../../../platform/server/records/queries.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { JacketItem } from '../../contract/jacket.ts';
import type { Condition, RecordKind } from '../../contract/kinds.ts';
import { storesOf } from '../policy.ts';
import type { JacketsDb } from '../tables.ts';
import { filedTypes } from './documents.ts';
import {
  requirementsOf,
  type Subject,
  selectSubjects,
  subjectColumns,
  subjectsAt,
  waiversOf,
} from './subjects.ts';

const idColumns = { deal: 'd.id', repair_order: 'r.id', employee: 'u.id' } as const;

/** The record with this jacket; throws 404 if the actor may not see it. */
export async function getSubject(
  db: JacketsDb,
  actor: Actor,
  record: RecordKind,
  id: number,
): Promise<Subject> {
  const timezone = await getTimezone(db);
  const where = allOf([
    subjectsAt(record, storesOf(actor, record), dateAt(timezone, Date.now())),
    sql`${sql.ref(idColumns[record])} = ${id}`,
  ]);
  const subjects = selectSubjects(record, where, timezone);
  const { rows } = await sql<Subject>`select ${subjectColumns} from (${subjects}) s`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

export interface ItemRow {
  type: string;
  condition: Condition;
  is_filed: boolean;
  waived_by: string | null;
  waived_at: Date | null;
  reason: string | null;
}

/** What a record needs, and what of it is filed or waived, in the order of the checklist. */
export async function findItems(
  db: JacketsDb,
  record: RecordKind,
  { id, kind, facts, since }: Pick<Subject, 'id' | 'kind' | 'facts' | 'since'>,
  today: CalendarDate,
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select r.document_type as type, r.condition, r.document_type = any(filed.types) as is_filed,
      u.shown_name as waived_by, w.waived_at, w.reason
    from (select ${id}::integer as id, ${kind} as kind, ${facts}::text[] as facts,
      ${since}::date as since) s
    cross join lateral (select ${filedTypes(record, sql`s.id`)} as types) filed
    cross join lateral (select * from ${requirementsOf(today)}) r
    left join lateral (select * from ${waiversOf(record, sql`s.id`)}
      and w.document_type = r.document_type) w on true
    left join users u on u.id = w.waived_by
    order by r.position`.execute(db);
  return rows;
}

export const getToday = async (db: JacketsDb): Promise<CalendarDate> =>
  dateAt(await getTimezone(db), Date.now());

export const stateOf = ({ is_filed, waived_at }: ItemRow): JacketItem['state'] => {
  if (is_filed) return 'received';
  return waived_at === null ? 'missing' : 'waived';
};

/** Only a lender has conditions. */
export const takesStipulations = ({ kind }: Pick<Subject, 'kind'>): boolean =>
  kind === 'finance' || kind === 'lease';
