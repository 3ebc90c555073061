import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { type MonthLock, monthBefore } from '../contract.ts';
import { canChangeLocks, storesOf } from './policy.ts';

const changesShown = 12;
/** While nothing is locked, the months of the last year can be. */
const monthsOffered = 12;

interface ChangeRow {
  id: number;
  store: Store;
  through: string | null;
  reason: string | null;
  by: string;
  at: Date;
}

/** The month locks of the actor’s stores, with their latest changes. */
export async function listLocks(db: Db<AnyTables>, actor: Actor): Promise<MonthLock[]> {
  const stores = storesOf(actor);
  const { rows } = await sql<ChangeRow>`
    select l.* from unnest(${stores}::text[]) s (store)
    cross join lateral (
      select m.id, m.store, m.through::text, m.reason, u.shown_name as by, m.changed_at as at
      from month_locks m join users u on u.id = m.changed_by
      where m.store = s.store order by m.id desc limit ${changesShown}) l
    order by l.id desc`.execute(db);
  const today = dateAt(await getTimezone(db), Date.now());
  return stores.map((store) => {
    const changes = rows
      .filter((row) => row.store === store)
      .map(({ id, through, reason, by, at }) => ({
        id,
        through: through?.slice(0, 7) ?? null,
        reason,
        by,
        at: at.toISOString(),
      }));
    const through = changes[0]?.through ?? null;
    return {
      store,
      through,
      lockable: endedMonthsAfter(through, today),
      changes,
      may: { change: canChangeLocks(actor) },
    };
  });
}

/** The months after `through` that are over, oldest first. */
function endedMonthsAfter(through: string | null, today: string): string[] {
  const months: string[] = [];
  let month = today.slice(0, 7);
  while (months.length < monthsOffered) {
    month = monthBefore(month);
    if (through !== null && month <= through) break;
    months.unshift(month);
  }
  return months;
}
