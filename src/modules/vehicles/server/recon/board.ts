import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { toReference } from '../../../../platform/server/records/references.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type { Board, ReconJob } from '../../contract/recon/board.ts';
import type { Stage } from '../../contract/recon/stages.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { canApproveSpending, canSeeMoney, canSetLimits, canWrite, storesOf } from '../policy.ts';
import { getToday } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { listLimits } from './limits.ts';

/** Vehicles in reconditioning, and those that became frontline ready in the last seven days. */
export async function getBoard(
  db: VehicleDb,
  actor: Actor,
  store: Store | undefined,
): Promise<Board> {
  const today = await getToday(db);
  const stores = storesOf(actor);
  const visibleStores = store ? stores.filter((one) => one === store) : stores;
  const rows = await findJobs(
    db,
    today,
    sql`${inStores('v.store', visibleStores)} and (s.left_at is null
      or (s.stage = 'frontline' and s.entered_at > now() - interval '7 days'
        and v.place = 'frontline' and v.in_stock))`,
  );
  const write = canWrite(actor);
  return {
    jobs: rows.map((row) => toJob(row, actor)),
    stores,
    limits: await listLimits(db, visibleStores),
    serverTime: new Date().toISOString(),
    may: { move: write, approve: canApproveSpending(actor), limit: canSetLimits(actor) },
  };
}

/** Throws 404 unless the step is of a vehicle the actor may see. */
export async function getJob(db: VehicleDb, actor: Actor, stepId: number): Promise<ReconJob> {
  const visible = sql`s.id = ${stepId} and ${inStores('v.store', storesOf(actor))}`;
  const [row] = await findJobs(db, await getToday(db), visible);
  if (!row) throw notFound();
  return toJob(row, actor);
}

interface JobRow {
  step_id: number;
  version: number;
  stage: Stage;
  entered_at: Date;
  started_at: Date;
  owner_id: number | null;
  shown_name: string | null;
  estimate_cents: number | null;
  actual_cents: number | null;
  total_cents: number;
  unit_id: number;
  stock_number: string;
  store: Store;
  days: number;
  year: number;
  make: string;
  model: string;
  trim: string;
  is_sold: boolean;
  deliver_on: string | null;
}

/** Steps `s` of vehicles `v` as the board shows them: sold ones first, by their delivery date; then longest in stage. */
async function findJobs(
  db: VehicleDb,
  today: string,
  where: RawBuilder<unknown>,
): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select s.id as step_id, s.version, s.stage, s.entered_at, s.owner_id, s.estimate_cents,
      s.actual_cents, u.shown_name, v.id as unit_id, v.stock_number, v.store,
      greatest(0, ${today}::date - v.acquired_on) as days, v.year, v.make, v.model, v.trim,
      v.status = 'sold' as is_sold, v.deliver_on::text as deliver_on, sums.total_cents, sums.started_at
    from vehicle_recon_steps s
      join stock_vehicles v on v.id = s.unit_id
      left join users u on u.id = s.owner_id
      cross join lateral (
        select coalesce(sum(coalesce(all_steps.actual_cents, all_steps.estimate_cents)), 0)::bigint
            as total_cents,
          min(all_steps.entered_at) as started_at
        from vehicle_recon_steps all_steps
        where all_steps.unit_id = v.id) sums
    where ${where}
    order by (v.status = 'sold') desc, v.deliver_on, s.entered_at, s.id`.execute(db);
  return rows;
}

function toJob(row: JobRow, actor: Actor): ReconJob {
  return {
    stepId: row.step_id,
    version: row.version,
    vehicleId: row.unit_id,
    title: titleOf(row),
    stockNumber: row.stock_number,
    store: row.store,
    daysInStock: row.days,
    stage: row.stage,
    enteredAt: row.entered_at.toISOString(),
    startedAt: (row.started_at ?? row.entered_at).toISOString(),
    owner: toReference(row.owner_id, row.shown_name),
    isSold: row.is_sold,
    deliverOn: row.deliver_on,
    ...(canSeeMoney(actor) && {
      money: {
        estimateCents: row.estimate_cents,
        actualCents: row.actual_cents,
        totalCents: row.total_cents,
      },
    }),
  };
}
