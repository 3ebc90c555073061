import { sql } from 'kysely';
import type { Department, Role, Store } from '../../../platform/contract/access.ts';
import type { AnswerOf } from '../../../platform/contract/endpoint.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import { toReference } from '../../../platform/server/records/references.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import { canReadHr, canWriteHr, listReports, writableByHr } from '../../employees/server/public.ts';
import type { PersonRow } from '../../people/server/public.ts';
import type * as calls from '../contract.ts';
import { getToday } from './rows.ts';
import { findLeaveRefusal } from './runs/start.ts';
import type { OnboardingServices } from './services.ts';

interface EmployeeRow {
  id: number;
  name: string;
  job_title: string;
  store: Store | null;
  department: Department | null;
  manager_id: number | null;
  manager: string | null;
  hired_on: string | null;
  role: Role;
  protection: PersonRow['protection'];
  has_open_run: boolean;
}

export function getChoices({ db }: OnboardingServices): Handler<typeof calls.getChoices> {
  return async ({ actor }): Promise<AnswerOf<typeof calls.getChoices>> => {
    const writes = canWriteHr(actor);
    const reads = canReadHr(actor);
    const isManager = (await listReports(db, actor.userId)).length > 0;
    const staff =
      writes &&
      (await sql<{ id: number; name: string }>`
        select u.id, u.shown_name as name from users u
        where u.is_active and not u.pending and u.deleted_at is null
          and u.protection is distinct from 'system_bot'
        order by u.last_name, u.first_name, u.id limit 2000`.execute(db));
    const employees =
      writes &&
      (await sql<EmployeeRow>`
        select u.id, u.shown_name as name, coalesce(e.job_title, '') as job_title, e.store, e.department,
          e.manager_id, m.shown_name as manager, e.hired_on::text as hired_on, u.role, u.protection,
          exists (select from onboarding_runs r
            where r.user_id = u.id and r.closed_at is null) as has_open_run
        from employees e join users u on u.id = e.user_id left join users m on m.id = e.manager_id
        where u.deleted_at is null and u.is_active and ${writableByHr(actor)}
        order by u.last_name, u.first_name, u.id limit 2000`.execute(db));
    return {
      stores: writes ? ownStores(actor) : [],
      may: { start: writes, see: reads || isManager },
      staff: staff ? staff.rows : [],
      employees: (employees ? employees.rows : []).map((row) => ({
        id: row.id,
        name: row.name,
        jobTitle: row.job_title,
        store: row.store,
        department: row.department,
        manager: toReference(row.manager_id, row.manager),
        hiredOn: row.hired_on,
        refusal: findLeaveRefusal(actor, row),
        hasOpenRun: row.has_open_run,
      })),
      today: await getToday(db),
    };
  };
}
