import { sql } from 'kysely';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { EventData } from '../../contract/employee.ts';
import type * as calls from '../../contract/writing.ts';
import { storedPhoneOrNull } from '../phones.ts';
import type { EmployeesDb } from '../tables.ts';
import { changeFile, type Parts } from './change.ts';

type Field = Extract<EventData, { kind: 'employment' }>['fields'][number];

const columns = {
  employeeNumber: 'employee_number',
  hiredOn: 'hired_on',
  leftOn: 'left_on',
  reviewOn: 'review_on',
  workPhone: 'work_phone',
  payBasis: 'pay_basis',
} as const satisfies Record<Field['name'], string>;

/** Those that the directory shows, or decide who is in it. */
const inDirectory: readonly Field['name'][] = ['leftOn', 'workPhone'];

export function saveEmployment(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.saveEmployment> {
  return async ({ actor, params, body: { version, ...body }, ip }) => {
    await writes.consume(String(actor.userId));
    const values = { ...body, workPhone: storedPhoneOrNull(body.workPhone) };
    return changeFile(platform, {
      ...{ actor, ip, version, employeeId: params.employeeId },
      async change({ tx, found }) {
        const fields = Object.entries(columns).flatMap(([key, column]): Field[] => {
          const name = key as Field['name'];
          return found[column] === values[name]
            ? []
            : [{ name, from: found[column], to: values[name] }];
        });
        if (fields.length === 0) return null;
        if (fields.some(({ name }) => name === 'payBasis')) await assertOwnPayBasis(tx, found.id);
        const set = Object.fromEntries(fields.map(({ name, to }) => [columns[name], to]));
        await tx
          .updateTable('employees')
          .set(set)
          .where('user_id', '=', found.id)
          .execute()
          .catch(explain);
        return {
          event: { kind: 'employment', fields },
          act: {
            action: 'employee.changed',
            before: Object.fromEntries(fields.map(({ name, from }) => [name, from])),
            after: Object.fromEntries(fields.map(({ name, to }) => [name, to])),
          },
          isPublic: fields.some(({ name }) => inDirectory.includes(name)),
        };
      },
    });
  };
}

/** Where pay is recorded in the private part, the basis is what it says. */
async function assertOwnPayBasis(tx: EmployeesDb, employeeId: number): Promise<void> {
  const { rows } = await sql`select from employee_pay
    where user_id = ${employeeId} and removed_at is null limit 1`.execute(tx);
  if (rows.length === 0) return;
  const problem = 'The pay basis follows the pay in the private part';
  throw conflict(`${problem}.`, { payBasis: problem });
}

function explain(error: unknown): never {
  switch (violatedConstraint(error)) {
    case 'employees_employee_number_key': {
      const problem = 'This employee number is already in use';
      throw conflict(`${problem}.`, { employeeNumber: problem });
    }
    // An open offboarding moves with the last day.
    case 'offboarding_day_within_a_year': {
      const problem = 'Choose a day within a year';
      throw invalid(`${problem}.`, { leftOn: problem });
    }
    default:
      throw error;
  }
}
