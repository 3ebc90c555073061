import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { createEventLog } from '../../../../platform/server/records/events.ts';
import {
  type listEmployeeEvents as call,
  type EventData,
  historyPageSize,
} from '../../contract/employee.ts';
import type { EmployeesDb } from '../tables.ts';
import { getToday } from '../today.ts';
import { getFound } from './find.ts';

const log = createEventLog<EventData, string | null>('employee_events', 'user_id');
export const { addEvent } = log;

/** The history of a file, for HR. */
export async function listEmployeeEvents(
  db: EmployeesDb,
  actor: Actor,
  id: number,
  { before }: ValidOf<typeof call>['query'],
) {
  const found = await getFound(db, actor, id, await getToday(db));
  if (!found.reads_as_hr)
    throw forbidden('You can read the history of files only for employees of your own stores.');
  return log.listEvents(db, id, { before, limit: historyPageSize });
}
