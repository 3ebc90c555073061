import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { dateAt } from '../../../../platform/contract/wallTime.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { firstOfMonth } from '../../contract/period.ts';
import { paceOf, readTargets } from '../query/goals.ts';
import { type Hours, lastOpenDay, type Openings } from './hours.ts';
import { readMorning } from './read.ts';
import { briefOf } from './texts.ts';

/** A store’s brief settings and opening hours. */
export interface StoreBrief extends Hours {
  store: Store;
  isOn: boolean;
  version: number;
  /** The last day with a post. */
  posted: string | null;
}

/** In the order of `stores`. */
export async function readStoreBriefs(
  db: Platform['db'],
  stores: readonly Store[],
): Promise<StoreBrief[]> {
  const timezone = await getTimezone(db);
  const { rows } = await sql<Omit<StoreBrief, 'timezone'>>`
    select d.store, coalesce(b.is_on, false) as "isOn", b.at, coalesce(b.version, 0) as version,
      (select max(day)::text from report_brief_posts p where p.store = d.store) as posted,
      (select array_agg(day ->> 'opens' order by place)
        from jsonb_array_elements(d.hours) with ordinality as opening (day, place)) as openings
    from lead_routing d left join report_briefs b on b.store = d.store
    where d.store = any(${stores}::text[])
    order by array_position(${stores}::text[], d.store)`.execute(db);
  return rows.map((row) => ({ ...row, timezone }));
}

export async function composeBrief(
  { db, publicUrl }: Pick<Platform, 'db' | 'publicUrl'>,
  { store, timezone, openings }: Pick<StoreBrief, 'store' | 'timezone' | 'openings'>,
  now: Date,
): Promise<string> {
  const today = dateAt(timezone, now.getTime());
  const when = { timezone, today, since: lastOpenDay(today, openings), now };
  const [morning, targets] = await Promise.all([
    readMorning(db, store, when),
    readTargets(db, [store], 'sales', today.slice(0, 7)),
  ]);
  const target = targets.find(({ measure }) => measure === 'units')?.value ?? null;
  const span = { from: firstOfMonth(today), to: today };
  const pace = paceOf(span, morning.units, closedDays(openings));
  return briefOf({ store, when, morning, target, pace, publicUrl: publicUrl() });
}

/** As weekdays; 0 is Sunday. */
const closedDays = (openings: Openings) =>
  openings.flatMap((opens, at) => (opens === null ? [(at + 1) % 7] : []));
