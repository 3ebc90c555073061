import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import * as calls from '../../imports/contract.ts';
import { importClient } from '../../imports/test/importClient.ts';
import { openRepairOrderStage, type RepairOrderStage } from './stage.ts';

const kind = 'repair_orders';
const { runOrUndo, check, uploadAndRead } = importClient(kind);
const header =
  'RO,Opened,Closed,Advisor,Customer,Phone,Car,Pay type,Op code,Complaint,Hours,Labor,Parts';

let stage: RepairOrderStage;
let walt: StageUser;
beforeAll(async () => {
  stage = await openRepairOrderStage();
  walt = await stage.addEmployee({ role: 'manager' });
});
afterAll(() => stage.stop());

/** Rows in pairs per order, every thousandth invalid, for 200 customers. */
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
    from repair_orders where created_by = ${walt.id}`.execute(stage.platform.db);
  return rows[0]?.count;
};

test('imports 20,000 rows except invalid ones, and undoes them', {
  timeout: 240_000,
}, async () => {
  const rows = 20_000;
  const read = await uploadAndRead(walt, fileOf(rows, 200_000));
  const wrong = rows / 1_000;
  const checked = await check(walt, read);
  expect(checked).toMatchObject({
    rows,
    readyRecords: rows / 2 - wrong,
    problemRows: 2 * wrong,
  });
  expect(checked.problems.slice(0, 2)).toEqual([
    {
      row: 1_000,
      field: '',
      error: 'Skipped because of row 1001, which belongs to the same record',
    },
    { row: 1_001, field: 'laborSale', error: 'Enter an amount such as 1,234.56' },
  ]);
  expect(await runOrUndo(walt, read.id, 'run')).toMatchObject({ created: rows / 2 - wrong });
  expect(await countOrders()).toBe(rows / 2 - wrong);
  const { rows: known } = await sql<{ count: number }>`select count(*)::integer as count
    from customers where import_id = ${read.id}`.execute(stage.platform.db);
  expect(known[0]?.count).toBe(200);
  expect(await runOrUndo(walt, read.id, 'undo')).toMatchObject({ kept: 0 });
  expect(await countOrders()).toBe(0);
});

test('an interrupted import leaves nothing behind and runs exactly once when it restarts', async () => {
  const read = await uploadAndRead(walt, fileOf(3_000, 300_000));
  await check(walt, read);
  const params = { kind, importId: read.id };
  await walt.client.call(calls.runImport, { params });
  const progress = async () => (await walt.client.call(calls.getImport, { params })).body;
  await eventually(async () => (await progress()).done > 0, 'The import did not start');
  const { rows: terminated } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(stage.platform.db);
  expect(terminated.length).toBeGreaterThan(0);
  // Each terminated connection may fail one query.
  const count = () => countOrders().catch(() => undefined);
  const state = () =>
    progress().then(
      (found) => found.state,
      () => undefined,
    );
  await eventually(async () => (await count()) === 0, 'A partial import was visible');
  await eventually(async () => (await state()) === 'imported', 'The import did not restart');
  expect((await progress()).created).toBe(1_497);
  expect(await countOrders()).toBe(1_497);
});
