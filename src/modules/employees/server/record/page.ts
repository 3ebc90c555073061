import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { EmployeePage } from '../../contract/employee.ts';
import { byName, toCard } from '../directory/cards.ts';
import { withAbove } from '../find.ts';
import { hasPrivateAccess } from '../holders.ts';
import { isInDirectory } from '../policy.ts';
import type { EmployeesDb } from '../tables.ts';
import { getToday } from '../today.ts';
import { listEquipment } from './equipment.ts';
import { type FoundEmployee, getFound } from './find.ts';
import { listJobs } from './jobs.ts';
import { findPersonal } from './personal.ts';
import { findOpenProposals, listDecisions } from './proposals.ts';

/** An employee as far as the actor sees them; throws 404. */
export async function getEmployee(
  db: EmployeesDb,
  actor: Actor,
  id: number,
): Promise<EmployeePage> {
  const today = await getToday(db);
  const found = await getFound(db, actor, id, today);
  const isSelf = id === actor.userId;
  const [managers, reports, file, hasAccess] = await Promise.all([
    listManagers(db, id, today),
    listDirectReports(db, id, today),
    readFile(db, actor, found, today),
    hasPrivateAccess(db, actor),
  ]);
  const card = toCard(found);
  return {
    ...card,
    // A former manager is in the files of those who see former employees.
    manager: file || managers.some((one) => one.id === card.manager?.id) ? card.manager : null,
    isActive: found.is_active,
    managers,
    reports,
    file,
    may: {
      change: found.writes_as_hr,
      propose: isSelf,
      seeHistory: found.reads_as_hr,
      seePrivate: isSelf || (hasAccess && found.writes_as_hr),
      changePrivate: hasAccess && found.writes_as_hr,
    },
  };
}

/** Null for colleagues. Managers do not see where someone lives, nor former employees. */
async function readFile(
  db: EmployeesDb,
  actor: Actor,
  found: FoundEmployee,
  today: string,
): Promise<EmployeePage['file']> {
  const { id } = found;
  const isOwnOrHr = id === actor.userId || found.reads_as_hr;
  if (!isOwnOrHr && !found.leads) return null;
  const [jobs, equipment, personal, proposals, decisions] = await Promise.all([
    listJobs(db, id, today),
    listEquipment(db, id),
    findPersonal(db, [id]),
    isOwnOrHr ? findOpenProposals(db, actor, sql`p.user_id = ${id}`, { limit: 10 }) : [],
    isOwnOrHr ? listDecisions(db, id) : [],
  ]);
  const own = personal.get(id);
  if (!own) throw notFound();
  const { privatePhone, privateEmail, address } = own.contact;
  return {
    employeeNumber: found.employee_number,
    status: found.status,
    hiredOn: found.hired_on,
    leftOn: found.left_on,
    reviewOn: found.review_on,
    payBasis: found.pay_basis,
    jobs,
    equipment,
    privatePhone,
    emergencyContacts: own.emergency.contacts,
    home: isOwnOrHr ? { privateEmail, address } : null,
    proposals,
    decisions,
    version: found.version,
  };
}

async function listManagers(db: EmployeesDb, id: number, today: string) {
  const { rows } = await sql<{ id: number; name: string }>`
    ${withAbove(id)} select u.id, u.shown_name as name from above join employees e on e.user_id = above.id
    join users u on u.id = e.user_id where ${isInDirectory(today)} order by level`.execute(db);
  return rows;
}

async function listDirectReports(db: EmployeesDb, id: number, today: string) {
  const { rows } = await sql<{ id: number; name: string; jobTitle: string | null }>`
    select u.id, u.shown_name as name, e.job_title as "jobTitle"
    from employees e join users u on u.id = e.user_id
    where e.manager_id = ${id} and ${isInDirectory(today)} order by ${byName}`.execute(db);
  return rows;
}
