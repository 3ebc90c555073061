import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  findStoresOf,
  type HandoverSource,
  splitByStore,
} from '../../../platform/server/records/handover.ts';
import { integerIds } from '../../../platform/server/records/sources.ts';
import { type FindStaffProblems, withoutRefused } from '../../../platform/server/records/staff.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { stageNames } from '../contract/recon/stages.ts';
import { driveStock } from './out/check-out.ts';
import { storesOf } from './policy.ts';
import { publishVehicleChanged } from './publish.ts';
import { addEvent } from './record/events.ts';
import { bumpVersion } from './record/find.ts';
import type { OutingsTable, VehicleDb } from './tables.ts';

interface Car {
  id: number;
  unit_id: number;
  store: Store;
  stock_number: string;
  title: string;
}

const carColumns = sql`v.id as unit_id, v.store, v.stock_number,
  concat_ws(' ', v.year, v.make, v.model) as title`;

const subjectOf = ({ unit_id, stock_number }: Car) => ({
  type: 'vehicle',
  id: unit_id,
  name: stock_number,
});

type OutRow = Car &
  Pick<OutingsTable, 'kind' | 'miles_out'> & {
    plate: string | null;
    key_tag: string | null;
    is_due: boolean;
  };

/** Vehicles, with their plates and keys, that are checked out to an employee. */
export function checkOutHandover(
  platform: Platform,
  findDrivingProblems: FindStaffProblems,
): HandoverSource {
  const db: VehicleDb = platform.db;
  const find = async (from: VehicleDb, userId: number, lock = sql``) => {
    const { rows } = await sql<OutRow>`
      select o.id, ${carColumns}, o.kind, o.miles_out, p.number as plate,
        nullif(v.key_tag, '') as key_tag, o.due_at <= now() as is_due
      from vehicle_outings o join stock_vehicles v on v.id = o.unit_id
      left join dealer_plates p on p.id = o.plate_id
      where o.holder_id = ${userId} and o.in_at is null order by o.id ${lock}`.execute(from);
    return rows;
  };
  return {
    key: 'check_outs',
    title: 'Vehicles, plates and keys',
    act: 'move',
    async list(userId, actor) {
      const visible = storesOf(actor);
      return (await find(db, userId)).map((row) => ({
        id: String(row.id),
        title: `${row.stock_number}, ${row.title}`,
        detail: [
          row.plate && `plate ${row.plate}`,
          row.key_tag && `key ${row.key_tag}`,
          row.is_due && 'overdue',
        ]
          .filter((part) => part)
          .join(', '),
        store: row.store,
        href: visible.includes(row.store) ? `/fleet?vehicle=${row.unit_id}` : null,
      }));
    },
    /** Checked in as it went out, and out again at the same time: one driver takes over from the other. */
    async move({ actor, from, to, ids, ip }) {
      const chosen = integerIds(ids);
      const done = await db.transaction().execute(async (tx) => {
        const rows = (await find(tx, from.id, sql`for update of o`)).filter(({ id }) =>
          chosen.includes(id),
        );
        const refusal = `${to.name} doesn’t work at this store.`;
        const { fit, problems } = await withoutRefused(
          tx,
          findDrivingProblems,
          splitByStore(rows, await findStoresOf(tx, to.id), refusal),
          { to, verbAt: () => driveStock },
        );
        for (const row of fit) {
          await sql`update vehicle_outings set in_at = greatest(clock_timestamp(), out_at),
              miles_in = miles_out, fuel_in = fuel_out, data_wiped = false, in_by = ${actor.userId}
            where id = ${row.id}`.execute(tx);
          await sql`insert into vehicle_outings (client_id, unit_id, store, kind, plate_id, holder_id,
              holder_name, repair_order, out_at, due_at, miles_out, fuel_out, note, out_by)
            select gen_random_uuid(), o.unit_id, o.store, o.kind, o.plate_id, ${to.id}, ${to.name},
              o.repair_order, o.in_at, greatest(o.due_at, o.in_at + interval '1 day'), o.miles_out,
              o.fuel_out, o.note, ${actor.userId}
            from vehicle_outings o where o.id = ${row.id}`.execute(tx);
          await bumpVersion(tx, row.unit_id);
          await addEvent(tx, row.unit_id, actor.userId, {
            kind: 'in',
            outing: row.kind,
            miles: row.miles_out,
          });
          await addEvent(tx, row.unit_id, actor.userId, {
            kind: 'out',
            outing: row.kind,
            holder: to.name,
          });
        }
        await recordActivity(
          tx,
          ...fit.map((row) => ({
            actor,
            action: 'vehicle.holder_changed',
            subject: subjectOf(row),
            before: { holderId: from.id },
            after: { holderId: to.id },
            ip,
          })),
        );
        return { fit, problems };
      });
      for (const { unit_id, store } of done.fit) {
        publishVehicleChanged(platform, { id: unit_id, store });
      }
      return { moved: done.fit.map(({ id }) => String(id)), problems: done.problems };
    },
  };
}

type StepRow = Car & { stage: keyof typeof stageNames };

/** The recon steps an employee is to do. */
export function reconHandover(platform: Platform): HandoverSource {
  const db: VehicleDb = platform.db;
  const find = async (from: VehicleDb, userId: number, lock = sql``) => {
    const { rows } = await sql<StepRow>`
      select s.id, ${carColumns}, s.stage
      from vehicle_recon_steps s join stock_vehicles v on v.id = s.unit_id
      where s.owner_id = ${userId} and s.left_at is null order by s.id ${lock}`.execute(from);
    return rows;
  };
  return {
    key: 'recon',
    title: 'Recon',
    act: 'move',
    async list(userId, actor) {
      const visible = storesOf(actor);
      return (await find(db, userId)).map((row) => ({
        id: String(row.id),
        title: `${row.stock_number}, ${row.title}`,
        detail: stageNames[row.stage],
        store: row.store,
        href: visible.includes(row.store) ? `/fleet?vehicle=${row.unit_id}` : null,
      }));
    },
    async move({ actor, from, to, ids, ip }) {
      const chosen = integerIds(ids);
      const done = await db.transaction().execute(async (tx) => {
        const rows = (await find(tx, from.id, sql`for update of s`)).filter(({ id }) =>
          chosen.includes(id),
        );
        const refusal = `${to.name} doesn’t work at this store.`;
        const { fit, problems } = splitByStore(rows, await findStoresOf(tx, to.id), refusal);
        await sql`update vehicle_recon_steps set owner_id = ${to.id}, version = version + 1
          where id = any(${fit.map(({ id }) => id)}::integer[])`.execute(tx);
        for (const { unit_id } of fit) {
          await bumpVersion(tx, unit_id);
          const fields = [{ name: 'owner', from: from.name, to: to.name }];
          await addEvent(tx, unit_id, actor.userId, { kind: 'changed', fields });
        }
        await recordActivity(
          tx,
          ...fit.map((row) => ({
            actor,
            action: 'vehicle.recon_assigned',
            subject: subjectOf(row),
            before: { ownerId: from.id },
            after: { ownerId: to.id },
            ip,
          })),
        );
        return { fit, problems };
      });
      for (const { unit_id, store } of done.fit) {
        publishVehicleChanged(platform, { id: unit_id, store });
      }
      return { moved: done.fit.map(({ id }) => String(id)), problems: done.problems };
    },
  };
}
