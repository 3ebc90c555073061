import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type * as calls from '../../contract/lot/transfers.ts';
import type { Transfer } from '../../contract/lot/transfers.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { canTransfer, canWrite, storesOf } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';

export interface TransferRow {
  id: number;
  unit_id: number;
  year: number;
  make: string;
  model: string;
  trim: string;
  vin: string;
  mileage: number;
  store: Store;
  from_store: Store;
  to_store: Store;
  from_number: string;
  to_number: string | null;
  note: string;
  sent_at: Date;
  sent_by_name: string;
  ended_at: Date | null;
  ended_by_name: string | null;
  called_off: string | null;
}

const maxOpen = 500;
const maxEnded = 100;

/** Transfers between stores of the group: one sends, the other receives. */
export async function listTransfers(
  db: VehicleDb,
  actor: Actor,
): Promise<AnswerOf<typeof calls.listTransfers>> {
  const [open, ended] = await Promise.all([
    findTransfers(db, actor, sql`t.ended_at is null`, maxOpen),
    findTransfers(db, actor, sql`t.ended_at > now() - interval '60 days'`, maxEnded),
  ]);
  return {
    open: open.map((row) => toTransfer(row, actor)),
    ended: ended.map((row) => toTransfer(row, actor)),
  };
}

/** Transfers `t` to or from the actor's stores, newest first. */
export async function findTransfers(
  db: VehicleDb,
  actor: Actor,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select t.id, t.unit_id, v.year, v.make, v.model, v.trim, v.vin, v.mileage, v.store,
      t.from_store, t.to_store, t.from_number, t.to_number, t.note, t.sent_at, t.ended_at, t.called_off,
      sender.shown_name as sent_by_name,
      ender.shown_name as ended_by_name
    from vehicle_transfers t
      join stock_vehicles v on v.id = t.unit_id
      join users sender on sender.id = t.sent_by
      left join users ender on ender.id = t.ended_by
    where array[t.from_store, t.to_store] && ${storesOf(actor)}::text[] and ${where}
    order by coalesce(t.ended_at, t.sent_at) desc, t.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Throws 404 if neither store is the actor's. */
export async function getTransfer(db: VehicleDb, actor: Actor, id: number): Promise<TransferRow> {
  const [row] = await findTransfers(db, actor, sql`t.id = ${id}`, 1);
  if (!row) throw notFound();
  return row;
}

const isOpen = ({ ended_at }: TransferRow) => ended_at === null;

/** Anyone who may add vehicles at the receiving store. */
export const canReceive = (actor: Actor, row: TransferRow) =>
  isOpen(row) && canWrite(actor) && storesOf(actor).includes(row.to_store);

/** Managers of either store. */
export const canCancel = (actor: Actor, row: TransferRow) =>
  isOpen(row) &&
  canTransfer(actor) &&
  storesOf(actor).some((one) => one === row.to_store || one === row.from_store);

export function toTransfer(row: TransferRow, actor: Actor): Transfer {
  return {
    id: row.id,
    vehicleId: row.unit_id,
    title: titleOf(row),
    vin: row.vin,
    mileage: row.mileage,
    fromStore: row.from_store,
    toStore: row.to_store,
    fromNumber: row.from_number,
    toNumber: row.to_number,
    note: row.note,
    sentAt: row.sent_at.toISOString(),
    sentBy: row.sent_by_name,
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: row.ended_by_name,
    calledOff: row.called_off,
    mayOpen: storesOf(actor).includes(row.store),
    may: { receive: canReceive(actor, row), callOff: canCancel(actor, row) },
  };
}
