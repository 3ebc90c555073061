import { sql } from 'kysely';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type * as calls from '../contract.ts';
import { isOwnedBy } from './policy.ts';
import { findItems, getToday, toItem } from './rows.ts';
import type { OnboardingServices } from './services.ts';

const daysShown = 30;

export function listTasks({ db }: OnboardingServices): Handler<typeof calls.listTasks> {
  return async ({ actor, query: { scope, limit, offset } }) => {
    const today = await getToday(db);
    const rows =
      scope === 'open'
        ? await findItems(
            db,
            actor,
            sql`r.closed_at is null and i.state = 'open' and i.kind <> 'account_ended'
              and ${isOwnedBy(actor)}`,
            { limit, offset },
          )
        : await findItems(
            db,
            actor,
            sql`i.state_by = ${actor.userId} and i.state_at > now() - make_interval(days => ${daysShown})`,
            { order: sql`i.state_at desc, i.id desc`, limit, offset },
          );
    return rows.map((row) => ({
      ...toItem(row, today),
      runId: row.run_id,
      runKind: row.run_kind,
      employee: { id: row.user_id, name: row.run_name },
      day: row.day,
      seesRun: row.sees,
    }));
  };
}

export function countTasks({ db }: OnboardingServices): Handler<typeof calls.countTasks> {
  return async ({ actor }) => {
    const today = await getToday(db);
    const { rows } = await sql<{ open: number; overdue: number }>`
      select count(*)::integer as open,
        count(*) filter (where i.due_on < ${today}::date)::integer as overdue
      from onboarding_items i join onboarding_runs r on r.id = i.run_id
      left join employees e on e.user_id = r.user_id
      where r.closed_at is null and i.state = 'open' and i.kind <> 'account_ended'
        and ${isOwnedBy(actor)}`.execute(db);
    return rows[0] ?? { open: 0, overdue: 0 };
  };
}
