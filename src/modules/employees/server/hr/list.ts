import { type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { phoneText } from '../../../../platform/contract/phones.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { csvFile } from '../../../../platform/server/http/files/csvFile.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import { allOf, countUpTo } from '../../../../platform/server/records/queries.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { type EmploymentStatus, type PayBasis, payBasisNames } from '../../contract/fields.ts';
import type {
  countHrEmployees as countCall,
  exportEmployees as exportCall,
  HrEmployee,
  listHrEmployees as listCall,
} from '../../contract.ts';
import { byName, type CardRow, cardColumns, cardTables, toCard } from '../directory/cards.ts';
import { isAt, matchesWords } from '../directory/filters.ts';
import { isFormer, readableByHr } from '../policy.ts';
import { statusColumn } from '../record/find.ts';
import type { EmployeesDb } from '../tables.ts';
import { getToday } from '../today.ts';

type Query = ValidOf<typeof listCall>['query'];
type Filters = ValidOf<typeof countCall>['query'];

interface HrRow extends CardRow {
  employee_number: string | null;
  status: EmploymentStatus;
  is_active: boolean;
  hired_on: string | null;
  left_on: string | null;
  review_on: string | null;
  pay_basis: PayBasis | null;
  equipment_out: number;
  open_proposals: number;
}

const orders: Record<Query['sort'], RawBuilder<unknown>> = {
  name: byName,
  number: sql`lpad(e.employee_number, 12, '0') nulls last, ${byName}`,
  jobTitle: sql`lower(e.job_title) nulls last, ${byName}`,
  '-hiredOn': sql`e.hired_on desc nulls last, ${byName}`,
  hiredOn: sql`e.hired_on nulls last, ${byName}`,
  reviewOn: sql`e.review_on nulls last, ${byName}`,
  leftOn: sql`e.left_on nulls last, ${byName}`,
  '-leftOn': sql`e.left_on desc nulls last, ${byName}`,
};

function hasStatus(status: EmploymentStatus | undefined, today: string): RawBuilder<boolean> {
  const current = sql<boolean>`not ${isFormer(today)}`;
  switch (status) {
    case undefined:
      return current;
    case 'active':
      return sql<boolean>`(${current} and e.left_on is null)`;
    case 'leaving':
      return sql<boolean>`(${current} and e.left_on is not null)`;
    case 'former':
      return isFormer(today);
  }
}

function matching(actor: Actor, today: string, filters: Filters): RawBuilder<unknown> {
  const { q, store, department, status, managerId, payBasis } = filters;
  const { hiredFrom, hiredTo, reviewBy } = filters;
  return sql`from ${cardTables} where ${allOf([
    readableByHr(actor),
    hasStatus(status, today),
    matchesWords(q, { withNumber: true }),
    isAt(store),
    department && sql`e.department = ${department}`,
    managerId !== undefined && sql`e.manager_id = ${managerId}`,
    payBasis && sql`e.pay_basis = ${payBasis}`,
    hiredFrom && sql`e.hired_on >= ${hiredFrom}::date`,
    hiredTo && sql`e.hired_on <= ${hiredTo}::date`,
    reviewBy && sql`e.review_on <= ${reviewBy}::date`,
  ])}`;
}

/** One page of the employees whose files the actor reads as HR. */
export async function listHrEmployees(
  db: EmployeesDb,
  actor: Actor,
  { sort, limit, offset, ...filters }: Query,
): Promise<HrEmployee[]> {
  const today = await getToday(db);
  const { rows } = await sql<HrRow>`
    select ${cardColumns(today)}, e.employee_number, ${statusColumn(today)} as status, u.is_active,
      e.hired_on::text as hired_on, e.left_on::text as left_on, e.review_on::text as review_on, e.pay_basis,
      (select count(*)::integer from employee_equipment q
        where q.user_id = e.user_id and q.returned_on is null) as equipment_out,
      (select count(*)::integer from employee_proposals p
        where p.user_id = e.user_id and p.outcome is null) as open_proposals
    ${matching(actor, today, filters)}
    order by ${orders[sort]} limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => ({
    ...toCard(row),
    employeeNumber: row.employee_number,
    status: row.status,
    isActive: row.is_active,
    hiredOn: row.hired_on,
    leftOn: row.left_on,
    reviewOn: row.review_on,
    payBasis: row.pay_basis,
    equipmentOut: row.equipment_out,
    openProposals: row.open_proposals,
  }));
}

export const countHrEmployees = async (db: EmployeesDb, actor: Actor, filters: Filters) =>
  countUpTo(db, matching(actor, await getToday(db), filters));

const maxRows = 20_000;
const head = [
  'number',
  'name',
  'preferred_name',
  'job_title',
  'store',
  'department',
  'manager',
  'status',
  'hired_on',
  'last_day',
  'review_on',
  'pay_basis',
  'email',
  'work_phone',
];
const statusNames: Record<EmploymentStatus, string> = {
  active: 'Active',
  leaving: 'Leaving',
  former: 'Former',
};

/** The list as CSV, recorded in the activity log. */
export function exportEmployees(db: EmployeesDb, exports: Limit): Handler<typeof exportCall> {
  return async ({ actor, body, ip }) => {
    await exports.consume(String(actor.userId));
    const rows = await listHrEmployees(db, actor, { ...body, limit: maxRows, offset: 0 });
    const { q: _, ...filters } = body;
    await recordActivity(db, {
      actor,
      action: 'employees.exported',
      subject: { type: 'employees', id: null, name: 'Employees' },
      after: { rows: rows.length, ...filters },
      ip,
    });
    return csvFile(`employees-${await getToday(db)}.csv`, [head, ...rows.map(cellsOf)]);
  };
}

const cellsOf = (row: HrEmployee): string[] => [
  row.employeeNumber ?? '',
  row.name,
  row.preferredName ?? '',
  row.jobTitle ?? '',
  row.store === null ? 'Group' : storeNames[row.store],
  row.department === null ? '' : departmentNames[row.department],
  row.manager?.name ?? '',
  statusNames[row.status],
  row.hiredOn ?? '',
  row.leftOn ?? '',
  row.reviewOn ?? '',
  row.payBasis === null ? '' : payBasisNames[row.payBasis],
  row.email,
  row.workPhone === null ? '' : phoneText(row.workPhone),
];
