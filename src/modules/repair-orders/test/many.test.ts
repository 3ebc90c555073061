import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { Employed } from '../../admin/test/office.ts';
import * as calls from '../../imports/contract.ts';
import { importsOf } from '../../imports/test/file.ts';
import { type Bay, openBay } from './bay.ts';

const kind = 'repair_orders';
const { act, check, readIn } = importsOf(kind);
const header =
  'RO,Opened,Closed,Advisor,Customer,Phone,Car,Pay type,Op code,Complaint,Hours,Labor,Parts';

let bay: Bay;
let walt: Employed;
beforeAll(async () => {
  bay = await openBay();
  walt = await bay.employ({ role: 'manager' });
});
afterAll(() => bay.stop());

/** So many rows, two to an order, every thousandth of them wrong; 200 customers bring all the cars. */
function fileOf(rows: number, first: number): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const order = first + Math.floor(at / 2);
    const customer = order % 200;
    const labor = at % 1_000 === 999 ? 'much' : '49.95';
    return `${order},11/03/2025,11/04/2025,${walt.username},Regular ${customer},316233${1_000 + customer},2021 Ford Escape,C,LOF,Oil change,0.5,${labor},52.50`;
  });
  return [header, ...lines].join('\n');
}

const countOrders = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from repair_orders where created_by = ${walt.id}`.execute(bay.platform.db);
  return rows[0]?.count;
};

test('twenty thousand rows come in but for those with something wrong, and go again', {
  timeout: 240_000,
}, async () => {
  const rows = 20_000;
  const read = await readIn(walt, fileOf(rows, 200_000));
  const wrong = rows / 1_000;
  const checked = await check(walt, read);
  expect(checked).toMatchObject({
    ...{ rows, readyRecords: rows / 2 - wrong, problemRows: 2 * wrong },
  });
  expect(checked.problems.slice(0, 2)).toEqual([
    { row: 1_000, field: '', error: 'Left out with row 1001, which belongs to it' },
    { row: 1_001, field: 'laborSale', error: 'Please enter an amount such as 1,234.56' },
  ]);
  expect(await act(walt, read.id, 'run')).toMatchObject({ created: rows / 2 - wrong });
  expect(await countOrders()).toBe(rows / 2 - wrong);
  const { rows: known } = await sql<{ count: number }>`select count(*)::integer as count
    from customers where import_id = ${read.id}`.execute(bay.platform.db);
  expect(known[0]?.count).toBe(200);
  expect(await act(walt, read.id, 'undo')).toMatchObject({ kept: 0 });
  expect(await countOrders()).toBe(0);
});

test('cut off in the middle, nothing of it is there, and it is done once when it begins again', async () => {
  const read = await readIn(walt, fileOf(3_000, 300_000));
  await check(walt, read);
  const params = { kind, importId: read.id };
  await walt.client.call(calls.runImport, { params });
  const standing = async () => (await walt.client.call(calls.getImport, { params })).body;
  await eventually(async () => (await standing()).done > 0, 'The import did not begin');
  const { rows: cut } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(bay.platform.db);
  expect(cut.length).toBeGreaterThan(0);
  // Connections that were cut off may refuse one question each.
  const count = () => countOrders().catch(() => undefined);
  const state = () =>
    standing().then(
      (found) => found.state,
      () => undefined,
    );
  await eventually(async () => (await count()) === 0, 'Half of it was seen');
  await eventually(async () => (await state()) === 'imported', 'The import did not begin again');
  expect((await standing()).created).toBe(1_497);
  expect(await countOrders()).toBe(1_497);
});
