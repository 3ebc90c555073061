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

/** Counts people on a break; passed in by the time clock module. */
export interface BreakSource {
  countOnBreak(): Promise<number>;
}

const maxAgeMs = 1_000;

/**
 * The metrics as people with user management see them. Everyone shares one snapshot for a second, and nothing
 * is measured unless someone asks.
 */
export function createMetrics(
  platform: Platform,
  breaks: BreakSource | undefined,
): () => Promise<StatusMetrics> {
  const countAccounts = createAccountCounts(platform);

  async function measure(): Promise<StatusMetrics> {
    const [accounts, connected, lunchBreak] = await Promise.all([
      countAccounts(),
      countConnected(platform.db),
      breaks?.countOnBreak() ?? 0,
    ]);
    return combine(accounts, connected, lunchBreak);
  }

  // An administrator who changed an account looks at the figures next.
  platform.bus.subscribe(peopleChanged, () => {
    snapshot = undefined;
  });
  let snapshot: { at: number; metrics: Promise<StatusMetrics> } | undefined;
  return () => {
    const now = performance.now();
    if (!snapshot || now - snapshot.at >= maxAgeMs) {
      const fresh = { at: now, metrics: measure() };
      snapshot = fresh;
      // A failed measurement is repeated at the next call.
      fresh.metrics.catch(() => {
        if (snapshot === fresh) snapshot = undefined;
      });
    }
    return snapshot.metrics;
  };
}

/** As everyone else sees them: the invisible count as offline. */
export function publicMetrics(metrics: StatusMetrics): StatusMetrics {
  return { ...metrics, invisible: 0, offline: metrics.offline + metrics.invisible };
}

/** Pending and disabled accounts count too, as offline. */
function combine(
  { admins, bots, standard }: AccountCounts,
  connected: Map<Status, number>,
  lunchBreak: number,
): StatusMetrics {
  const count = (status: Status) => connected.get(status) ?? 0;
  const online = count('online') + count('in-meeting');
  const away = count('away') + count('on-vacation');
  const shown = online + away + count('unavailable') + count('invisible');
  return {
    totalUsers: admins + standard + bots,
    online,
    away,
    unavailable: count('unavailable'),
    invisible: count('invisible'),
    offline: Math.max(0, admins + standard - shown),
    adminUsers: admins,
    botUsers: bots,
    standardUsers: standard,
    inMeeting: count('in-meeting'),
    onVacation: count('on-vacation'),
    lunchBreak,
  };
}

/** Connected people by status. Starts from the few who were seen, never from all accounts. */
export async function countConnected(db: Kysely<PresenceTables>): Promise<Map<Status, number>> {
  // `offset 0` keeps one lookup per person seen; a free join might read all accounts instead.
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
