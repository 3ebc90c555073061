import { type RawBuilder, sql } from 'kysely';
import type { Deposit } from '../../contract/deposits.ts';
import type { VehicleDb } from '../tables.ts';
import { addEvent } from './events.ts';

interface DepositRow {
  id: number;
  customer_id: number | null;
  customer: string | null;
  cents: number | null;
  expires_on: string | null;
  note: string;
  taken_at: Date;
  taken_by: string;
}

/** A deposit `d`; a merged customer is shown as the one they were merged into. */
export async function findDeposit(
  db: VehicleDb,
  where: RawBuilder<unknown>,
  today: string,
): Promise<Deposit | null> {
  const { rows } = await sql<DepositRow>`
    select d.id, c.root_id as customer_id, coalesce(root.name, d.customer_name) as customer, d.cents,
      d.expires_on::text as expires_on, d.note, d.taken_at, u.shown_name as taken_by
    from stock_deposits d
      left join customers c on c.id = d.customer_id
      left join customers root on root.id = c.root_id
      join users u on u.id = d.taken_by
    where ${where} limit 1`.execute(db);
  const [row] = rows;
  return row
    ? {
        id: row.id,
        customer: row.customer === null ? null : { id: row.customer_id, name: row.customer },
        cents: row.cents,
        expiresOn: row.expires_on,
        isExpired: row.expires_on !== null && row.expires_on < today,
        note: row.note,
        takenAt: row.taken_at.toISOString(),
        takenBy: row.taken_by,
      }
    : null;
}

/** Whether a buyer’s deposit on this stay is still open. */
export async function hasOpenDeposit(tx: VehicleDb, unitId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('stock_deposits')
    .select('id')
    .where('unit_id', '=', unitId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** With the delivery the deposit becomes part of the deal. */
export async function applyDeposit(tx: VehicleDb, unitId: number, authorId: number): Promise<void> {
  const applied = await tx
    .updateTable('stock_deposits')
    .set({
      outcome: 'applied',
      ended_by: authorId,
      ended_at: sql<Date>`greatest(clock_timestamp(), taken_at)`,
    })
    .where('unit_id', '=', unitId)
    .where('ended_at', 'is', null)
    .returning('cents')
    .executeTakeFirst();
  if (!applied) return;
  const { cents } = applied;
  await addEvent(tx, unitId, authorId, {
    kind: 'deposit_ended',
    cents,
    outcome: 'applied',
    reason: null,
  });
}

/** A delivery that is taken back leaves the deposit as it was before. */
export async function reopenDeposit(tx: VehicleDb, unitId: number): Promise<void> {
  await sql`update stock_deposits set outcome = null, ended_by = null, ended_at = null
    where id = (select max(id) from stock_deposits where unit_id = ${unitId}) and outcome = 'applied'`.execute(
    tx,
  );
}
