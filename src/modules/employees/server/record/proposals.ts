import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { EmployeePage, Proposal } from '../../contract/employee.ts';
import type { PersonalChange, PersonalGroup } from '../../contract/fields.ts';
import { writableByHr } from '../policy.ts';
import type { EmployeesDb } from '../tables.ts';
import { findPersonal, valuesOf } from './personal.ts';

interface ProposalRow {
  id: number;
  user_id: number;
  name: string;
  field_group: PersonalGroup;
  data: PersonalChange;
  created_at: Date;
  may_decide: boolean;
}

interface Page {
  limit: number;
  offset?: number;
}

/** Condition on `employee_proposals p`, `employees e` and `users u`. */
export const isOpen = sql<boolean>`(p.outcome is null and u.deleted_at is null)`;

export const proposalTables = sql`employee_proposals p
  join employees e on e.user_id = p.user_id join users u on u.id = p.user_id`;

/** Open proposals for which the condition holds, oldest first. The caller has checked access. */
export async function findOpenProposals(
  db: EmployeesDb,
  actor: Actor,
  condition: RawBuilder<unknown>,
  { limit, offset = 0 }: Page,
): Promise<Proposal[]> {
  const { rows } = await sql<ProposalRow>`
    select p.id, p.user_id, u.shown_name as name, p.field_group, p.data, p.created_at,
      ${writableByHr(actor)} as may_decide
    from ${proposalTables} where ${isOpen} and ${condition}
    order by p.created_at, p.id limit ${limit} offset ${offset}`.execute(db);
  const personal = await findPersonal(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.flatMap((row) => {
    const current = personal.get(row.user_id)?.[row.field_group];
    if (!current) return [];
    return {
      id: row.id,
      employee: { id: row.user_id, name: row.name },
      group: row.field_group,
      current,
      proposed: valuesOf(row.data),
      proposedAt: row.created_at.toISOString(),
      may: { decide: row.may_decide, withdraw: row.user_id === actor.userId },
    };
  });
}

type Decision = NonNullable<EmployeePage['file']>['decisions'][number];

interface DecisionRow {
  id: number;
  field_group: PersonalGroup;
  created_at: Date;
  outcome: Decision['outcome'];
  reason: string | null;
  decided_by: string;
  decided_at: Date;
}

const shownDecisions = 5;

/** The last proposals that were decided. The caller has checked access. */
export async function listDecisions(db: EmployeesDb, id: number): Promise<Decision[]> {
  const { rows } = await sql<DecisionRow>`
    select p.id, p.field_group, p.created_at, p.outcome, p.reason, d.shown_name as decided_by, p.decided_at
    from employee_proposals p join users d on d.id = p.decided_by
    where p.user_id = ${id} order by p.decided_at desc, p.id desc limit ${shownDecisions}`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    group: row.field_group,
    proposedAt: row.created_at.toISOString(),
    outcome: row.outcome,
    reason: row.reason,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at.toISOString(),
  }));
}

/** Whether a change would leave the file as it is. */
export async function changesNothing(
  db: EmployeesDb,
  id: number,
  change: PersonalChange,
): Promise<boolean> {
  const current = (await findPersonal(db, [id])).get(id)?.[change.group];
  return isDeepStrictEqual(current, valuesOf(change));
}
