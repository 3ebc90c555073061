import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  findStoresOf,
  type Handover,
  type HandoverSource,
  splitByStore,
} from '../../../platform/server/records/handover.ts';
import { integerIds } from '../../../platform/server/records/sources.ts';
import { type FindStaffProblems, withoutRefused } from '../../../platform/server/records/staff.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { stageNames } from '../contract/recon/stages.ts';
import { driveStock } from './out/check-out.ts';
import { storesOf } from './policy.ts';
import { publishVehicleChanged, publishWalk } from './publish.ts';
import { addEvent } from './record/events.ts';
import { bumpVersion } from './record/find.ts';
import type { OutingsTable, VehicleDb } from './tables.ts';
import { endWalks } from './walks/walks.ts';

interface Car {
  id: number;
  unit_id: number;
  store: Store;
  stock_number: string;
  title: string;
}

const carColumns = sql`v.id as unit_id, v.store, v.stock_number,
  concat_ws(' ', v.year, v.make, v.model) as title`;

interface Kind<Row extends Car> {
  key: string;
  title: string;
  detailOf: (row: Row) => string;
  find: (db: VehicleDb, userId: number, lock?: RawBuilder<unknown>) => Promise<Row[]>;
  /** Who may not do what with them, though they work at the store. */
  rule?: { findProblems: FindStaffProblems; verb: string };
  /** Writes the change of all rows, with the history of each vehicle. */
  change: (tx: VehicleDb, rows: readonly Row[], handover: Handover) => Promise<void>;
  action: string;
  idField: 'holderId' | 'ownerId';
}

function carHandover<Row extends Car>(
  platform: Platform,
  { key, title, detailOf, find, rule, change, action, idField }: Kind<Row>,
): HandoverSource {
  const db: VehicleDb = platform.db;
  return {
    key,
    title,
    act: 'move',
    async list(userId, actor) {
      const visible = storesOf(actor);
      return (await find(db, userId)).map((row) => ({
        id: String(row.id),
        title: `${row.stock_number}, ${row.title}`,
        detail: detailOf(row),
        store: row.store,
        href: visible.includes(row.store) ? `/fleet?vehicle=${row.unit_id}` : null,
      }));
    },
    async move(handover) {
      const { actor, from, to, ip } = handover;
      const chosen = integerIds(handover.ids);
      const done = await db.transaction().execute(async (tx) => {
        const rows = (await find(tx, from.id, sql`for update of own`)).filter(({ id }) =>
          chosen.includes(id),
        );
        const refusal = `${to.name} doesn’t work at this store.`;
        const atStore = splitByStore(rows, await findStoresOf(tx, to.id), refusal);
        const { fit, problems } = rule
          ? await withoutRefused(tx, rule.findProblems, atStore, { to, verbAt: () => rule.verb })
          : atStore;
        await change(tx, fit, handover);
        await recordActivity(
          tx,
          ...fit.map(({ unit_id, stock_number }) => ({
            actor,
            action,
            subject: { type: 'vehicle', id: unit_id, name: stock_number },
            before: { [idField]: from.id },
            after: { [idField]: to.id },
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

type OutRow = Car &
  Pick<OutingsTable, 'kind' | 'miles_out'> & {
    plate: string | null;
    key_tag: string | null;
    is_due: boolean;
  };

/** Vehicles, with their plates and keys, that are checked out to an employee. */
export const checkOutHandover = (
  platform: Platform,
  findProblems: FindStaffProblems,
): HandoverSource =>
  carHandover<OutRow>(platform, {
    key: 'check_outs',
    title: 'Vehicles, plates and keys',
    detailOf: ({ plate, key_tag, is_due }) =>
      [plate && `plate ${plate}`, key_tag && `key ${key_tag}`, is_due && 'overdue']
        .filter((part) => part)
        .join(', '),
    async find(db, userId, lock = sql``) {
      const { rows } = await sql<OutRow>`
        select own.id, ${carColumns}, own.kind, own.miles_out, p.number as plate,
          nullif(v.key_tag, '') as key_tag, own.due_at <= now() as is_due
        from vehicle_outings own join stock_vehicles v on v.id = own.unit_id
        left join dealer_plates p on p.id = own.plate_id
        where own.holder_id = ${userId} and own.in_at is null order by own.id ${lock}`.execute(db);
      return rows;
    },
    rule: { findProblems, verb: driveStock },
    /** Checked in as it went out, and out again at the same time: one driver takes over from the other. */
    async change(tx, rows, { actor, to }) {
      for (const row of rows) {
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
        const outing = row.kind;
        const event = { kind: 'in', outing, miles: row.miles_out } as const;
        await addEvent(tx, row.unit_id, actor.userId, event);
        await addEvent(tx, row.unit_id, actor.userId, { kind: 'out', outing, holder: to.name });
      }
    },
    action: 'vehicle.holder_changed',
    idField: 'holderId',
  });

type StepRow = Car & { stage: keyof typeof stageNames };

/** The recon steps an employee is to do. */
export const reconHandover = (platform: Platform): HandoverSource =>
  carHandover<StepRow>(platform, {
    key: 'recon',
    title: 'Recon',
    detailOf: ({ stage }) => stageNames[stage],
    async find(db, userId, lock = sql``) {
      const { rows } = await sql<StepRow>`
        select own.id, ${carColumns}, own.stage
        from vehicle_recon_steps own join stock_vehicles v on v.id = own.unit_id
        where own.owner_id = ${userId} and own.left_at is null order by own.id ${lock}`.execute(db);
      return rows;
    },
    async change(tx, rows, { actor, from, to }) {
      await sql`update vehicle_recon_steps set owner_id = ${to.id}, version = version + 1
        where id = any(${rows.map(({ id }) => id)}::integer[])`.execute(tx);
      const fields = [{ name: 'owner', from: from.name, to: to.name }];
      for (const { unit_id } of rows) {
        await bumpVersion(tx, unit_id);
        await addEvent(tx, unit_id, actor.userId, { kind: 'changed', fields });
      }
    },
    action: 'vehicle.recon_assigned',
    idField: 'ownerId',
  });

/** Lot walks an employee has started: who started one stays, so they are ended as they are. */
export function walkHandover(platform: Platform): HandoverSource {
  const db: VehicleDb = platform.db;
  return {
    key: 'lot_walks',
    title: 'Lot walks',
    act: 'end',
    async list(userId, actor) {
      const visible = storesOf(actor);
      const timezone = await getTimezone(db);
      const { rows } = await sql<{ id: number; store: Store; at: string; seen: number }>`
        select w.id, w.store,
          to_char(w.started_at at time zone ${timezone}, 'FMMon FMDD, YYYY, FMHH12:MI AM') as at,
          (select count(distinct s.unit_id)::integer from lot_walk_sightings s
            where s.walk_id = w.id and s.finding = 'here') as seen
        from lot_walks w where w.started_by = ${userId} and w.ended_at is null
        order by w.started_at, w.id`.execute(db);
      return rows.map(({ id, store, at, seen }) => ({
        id: String(id),
        title: `Lot walk of ${at}`,
        detail: `${seen} seen`,
        store,
        href: visible.includes(store) ? `/fleet?view=walks&walk=${id}` : null,
      }));
    },
    async move({ actor, from, ids, ip }) {
      const rows = await db.transaction().execute(async (tx) => {
        const { rows: open } = await sql<{ id: number; store: Store }>`
          select id, store from lot_walks where started_by = ${from.id} and ended_at is null
            and id = any(${integerIds(ids)}::integer[]) order by id for update`.execute(tx);
        await endWalks(
          tx,
          open.map(({ id }) => id),
          actor.userId,
        );
        await recordActivity(
          tx,
          ...open.map(({ id, store }) => ({
            actor,
            action: 'lot_walk.ended',
            subject: { type: 'lot_walk', id, name: `Lot walk ${id}` },
            after: { store },
            ip,
          })),
        );
        return open;
      });
      for (const walk of rows) publishWalk(platform, walk);
      return { moved: rows.map(({ id }) => String(id)), problems: [] };
    },
  };
}
