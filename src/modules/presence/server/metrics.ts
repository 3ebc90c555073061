import { type Kysely, sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Status } from '../../people/contract.ts';
import {
  type AccountCounts,
  createAccountCounts,
  peopleChanged,
} from '../../people/server/public.ts';
import type { StatusMetrics } from '../contract.ts';
import { recently } from './sightings.ts';
import type { PresenceTables } from './tables.ts';

/** Knows who is on a break; the room that keeps the time clock hands it in. */
export interface BreakSource {
  countOnBreak(): Promise<number>;
}

const maxAgeMs = 1_000;

/**
 * The metrics as those see them who manage people. One snapshot serves everybody for a second, however many
 * ask, and nobody who does not ask costs anything.
 */
export function createMetrics(
  platform: Platform,
  breaks: BreakSource | undefined,
): () => Promise<StatusMetrics> {
  const countAccounts = createAccountCounts(platform);

  async function measure(): Promise<StatusMetrics> {
    const [accounts, here, lunchBreak] = await Promise.all([
      countAccounts(),
      countHere(platform.db),
      breaks?.countOnBreak() ?? 0,
    ]);
    return addUp(accounts, here, lunchBreak);
  }

  // Who has just changed an account looks at the figures next.
  platform.bus.subscribe(peopleChanged, () => {
    taken = undefined;
  });
  let taken: { at: number; metrics: Promise<StatusMetrics> } | undefined;
  return () => {
    const now = performance.now();
    if (!taken || now - taken.at >= maxAgeMs) {
      const fresh = { at: now, metrics: measure() };
      taken = fresh;
      // What failed is asked for again at once.
      fresh.metrics.catch(() => {
        if (taken === fresh) taken = undefined;
      });
    }
    return taken.metrics;
  };
}

/** As everybody else sees them: who is invisible counts as offline. */
export function publicMetrics(metrics: StatusMetrics): StatusMetrics {
  return { ...metrics, invisible: 0, offline: metrics.offline + metrics.invisible };
}

/** Accounts that wait for approval or are disabled are accounts: they count, as offline. */
function addUp(
  { admins, bots, standard }: AccountCounts,
  here: Map<Status, number>,
  lunchBreak: number,
): StatusMetrics {
  const of = (status: Status) => here.get(status) ?? 0;
  const online = of('online') + of('in-meeting');
  const away = of('away') + of('on-vacation');
  const shown = online + away + of('unavailable') + of('invisible');
  return {
    totalUsers: admins + standard + bots,
    online,
    away,
    unavailable: of('unavailable'),
    invisible: of('invisible'),
    offline: Math.max(0, admins + standard - shown),
    adminUsers: admins,
    botUsers: bots,
    standardUsers: standard,
    inMeeting: of('in-meeting'),
    onVacation: of('on-vacation'),
    lunchBreak,
  };
}

/** Who is here by status. Begins with the few who were seen, never with everybody there is. */
export async function countHere(db: Kysely<PresenceTables>): Promise<Map<Status, number>> {
  // `offset 0` keeps it one look-up per person seen; joined freely, all accounts may be read instead.
  const { rows } = await sql<{ status: Status; count: number }>`
    select person.status, count(*) as count
    from presence_sightings seen, lateral (
      select case when status_until <= now() then 'online' else status end as status
      from users
      where id = seen.user_id and is_active and not pending and deleted_at is null
        and protection is distinct from 'system_bot'
      offset 0
    ) person
    where seen.seen_at > ${recently}
    group by person.status`.execute(db);
  return new Map(rows.map(({ status, count }) => [status, count]));
}
