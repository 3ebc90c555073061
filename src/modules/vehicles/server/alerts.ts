import { sql } from 'kysely';
import { type Store, stores } from '../../../platform/contract/access.ts';
import { storeNames } from '../../../platform/contract/names.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { type Notice, notify, publishNotifications } from '../../notifications/server/public.ts';
import { agingMarks } from '../contract/aging.ts';
import { getToday } from './record/rows.ts';
import type { VehicleDb } from './tables.ts';

interface AlertedVehicle {
  store: Store;
  /** `aged:45`, `recon`, `unpriced`, `deposit` or `curtailment`. */
  about: string;
  cars: string[];
}

/**
 * Notifies the managers of each store of vehicles that are aged, over a reconditioning limit, on the
 * frontline without a price, kept by a deposit that expired, or due for a curtailment; each fact once, grouped by kind.
 */
export async function notifyAlerts(platform: Platform): Promise<void> {
  const db: VehicleDb = platform.db;
  const notified = await db.transaction().execute(async (tx) => {
    const newAlerts = await recordNewAlerts(tx);
    const managers = await findManagers(tx);
    const whoSeeMoney = await findManagers(tx, { seeMoney: true });
    const day = await getToday(tx);
    const recipientsOf = ({ about, store }: AlertedVehicle) =>
      (about === 'curtailment' ? whoSeeMoney : managers).get(store) ?? [];
    return notify(tx, ...newAlerts.map((one) => noticeOf(one, recipientsOf(one), day)));
  });
  await publishNotifications(platform, notified);
}

/** Records and returns facts not alerted yet; per vehicle only its highest aging mark. */
export async function recordNewAlerts(tx: VehicleDb): Promise<AlertedVehicle[]> {
  const today = await getToday(tx);
  const { rows } = await sql<AlertedVehicle>`
    with found as (
      select v.id, 'aged:' || mark as about, 'aged:' || mark || ':' || v.acquired_on as fact,
        mark = max(mark) over (partition by v.id) as is_highest
      from stock_vehicles v join unnest(${[...agingMarks]}::integer[]) mark
        on ${today}::date - v.acquired_on >= mark
      where v.in_stock and v.counted_as = 'on_ground'
      union all
      select v.id, 'recon', 'recon:' || s.id, true
      from vehicle_recon_steps s join stock_vehicles v on v.id = s.unit_id
        join recon_limits l on l.store = v.store
      where s.left_at is null
        and s.entered_at < now() - make_interval(hours => (l.hours->>s.stage)::integer)
      union all
      select v.id, 'unpriced', 'unpriced:' || v.acquired_on, true
      from stock_vehicles v
      where v.status = 'frontline' and v.counted_as = 'on_ground' and v.list_cents is null
      union all
      select d.unit_id, 'deposit', 'deposit:' || d.id, true
      from stock_deposits d join stock_units u on u.id = d.unit_id
      where d.ended_at is null and d.expires_on < ${today}::date and u.sale = 'deposit'
      union all
      select c.unit_id, 'curtailment', 'curtailment:' || c.id, true
      from stock_curtailments c join stock_units u on u.id = c.unit_id
      where c.paid_on is null and c.due_on <= ${today}::date and u.floorplan_paid_on is null),
    noted as (
      insert into vehicle_alerts (unit_id, fact) select id, fact from found
      on conflict do nothing returning unit_id, fact)
    select v.store, found.about, array_agg(v.stock_number order by v.acquired_on, v.id) as cars
    from noted join found on found.id = noted.unit_id and found.fact = noted.fact
      join stock_vehicles v on v.id = noted.unit_id
    where found.is_highest
    group by v.store, found.about order by v.store, found.about`.execute(tx);
  return rows;
}

/** Managers per store who may see its vehicles, or also what they cost. */
export async function findManagers(
  tx: VehicleDb,
  { seeMoney = false }: { seeMoney?: boolean } = {},
): Promise<Map<Store, number[]>> {
  const money = sql`and u.feature_permissions && array['financial_reports', 'full_access', 'all']`;
  const { rows } = await sql<{ store: Store; ids: number[] }>`
    select store, array_agg(u.id order by u.id) as ids
    from users u join unnest(${[...stores]}::text[]) store
      on u.store_access && array[store, 'all']
    where u.role in ('manager', 'general_manager') and u.is_active and not u.pending
      and u.deleted_at is null and u.page_permissions && array['fleet_operations', 'all']
      and u.feature_permissions && array['view_data', 'full_access', 'all'] ${seeMoney ? money : sql``}
    group by store`.execute(tx);
  return new Map(rows.map(({ store, ids }) => [store, ids]));
}

const maxListed = 12;

function noticeOf(
  { store, about, cars }: AlertedVehicle,
  userIds: readonly number[],
  day: string,
): Notice {
  const count = cars.length === 1 ? '1 vehicle' : `${cars.length} vehicles`;
  const more = cars.length > maxListed ? ` and ${cars.length - maxListed} more` : '';
  const place = storeNames[store];
  return {
    userIds,
    ...alertText(about, `${place}: ${count}`, store),
    message: `${cars.slice(0, maxListed).join(', ')}${more}`,
    type: 'warning',
    key: `vehicles:${store}:${about}:${day}`,
    deliver: { push: false, digest: true },
  };
}

function alertText(about: string, cars: string, store: Store) {
  const list = `/fleet?store=${store}`;
  if (about === 'deposit') {
    const title = `${cars} with an expired deposit`;
    return { title, actionUrl: `${list}&status=deposit`, actionLabel: 'View' };
  }
  if (about === 'curtailment') {
    return { title: `${cars} with a curtailment due`, actionUrl: list, actionLabel: 'View' };
  }
  if (about === 'recon') {
    return {
      title: `${cars} over the limit in reconditioning`,
      actionUrl: `/fleet?view=recon&store=${store}`,
      actionLabel: 'Open board',
    };
  }
  const actionLabel = 'View';
  if (about === 'unpriced') {
    const title = `${cars} on the frontline without a price`;
    return { title, actionUrl: `${list}&status=frontline&sort=price`, actionLabel };
  }
  const mark = about.replace('aged:', '');
  return { title: `${cars} in stock for ${mark} days`, actionUrl: list, actionLabel };
}
