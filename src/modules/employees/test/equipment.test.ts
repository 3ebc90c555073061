import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { removeEquipment, returnEquipment, saveEquipment } from '../contract/writing.ts';
import { countEquipmentOut, listEquipmentOut } from '../contract.ts';
import { actsOn, type EmployeeStage, fileOf, issue, openEmployeeStage } from './stage.ts';

let stage: EmployeeStage;
let hr: StageUser;
beforeAll(async () => {
  stage = await openEmployeeStage();
  hr = await stage.addHr();
});
afterAll(() => stage.stop());

const itemsOf = async (about: StageUser) => (await fileOf(hr, about)).equipment;
const idsOf = async (about: StageUser) => (await itemsOf(about)).map(({ id }) => id);

const giveBack = (
  user: StageUser,
  about: StageUser,
  itemIds: readonly number[],
  returnedOn = stage.day(0),
) =>
  user.client.call(returnEquipment, {
    params: { employeeId: about.id },
    body: { itemIds: [...itemIds], returnedOn, note: 'Scratched' },
  });

test('several items are issued and returned at once', async () => {
  const someone = await stage.addEmployee();
  const { status } = await issue(hr, someone, stage.day(-30), ['Laptop', 'Tablet', 'Phone']);
  expect(status).toBe(201);
  const [phone, tablet] = await itemsOf(someone);
  expect(phone).toMatchObject({ name: 'Phone', serial: 'SN Phone', returned: null });
  const back = await giveBack(hr, someone, [phone?.id ?? 0, tablet?.id ?? 0]);
  expect(back.body.file?.equipment.map(({ name, returned }) => [name, returned?.note])).toEqual([
    ['Laptop', undefined],
    ['Phone', 'Scratched'],
    ['Tablet', 'Scratched'],
  ]);
  expect((await actsOn(stage, someone)).map(({ action }) => action)).toEqual([
    'employee.equipment_issued',
    'employee.equipment_returned',
  ]);
  const again = await giveBack(hr, someone, [phone?.id ?? 0]);
  expect(again.status).toBe(409);
});

test('a repeated request issues once', async () => {
  const someone = await stage.addEmployee();
  const clientId = randomUUID();
  const both = await Promise.all([
    issue(hr, someone, stage.day(0), ['Key', 'Plate'], clientId),
    issue(hr, someone, stage.day(0), ['Key', 'Plate'], clientId),
  ]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(await itemsOf(someone)).toHaveLength(2);
});

test('what is out of one’s stores is listed, what former employees have first', async () => {
  const [someone, gone, hyundai] = [
    await stage.addEmployee({ firstName: 'Quentin' }),
    await stage.addEmployee(),
    await stage.addEmployee({ storeAccess: ['hyundai'] }),
  ];
  await issue(hr, someone, stage.day(-9), ['Zeta one']);
  await issue(hr, gone, stage.day(-2), ['Zeta two']);
  await issue(hr, hyundai, stage.day(-5), ['Zeta three']);
  await sql`update employees set left_on = ${stage.day(-1)}::date where user_id = ${gone.id}`.execute(
    stage.platform.db,
  );
  const names = async ({ client }: StageUser, query: object = {}) =>
    (await client.call(listEquipmentOut, { query: { q: 'zeta', ...query } })).body.map(
      ({ name }) => name,
    );
  expect(await names(hr)).toEqual(['Zeta two', 'Zeta one', 'Zeta three']);
  expect(await names(hr, { holders: 'former' })).toEqual(['Zeta two']);
  expect(await names(hr, { q: 'quentin' })).toEqual(['Zeta one']);
  expect(await names(hr, { kind: 'key' })).toEqual([]);
  const fordHr = await stage.addHr({ storeAccess: ['ford'] });
  expect(await names(fordHr)).toEqual(['Zeta two', 'Zeta one']);
  const { body } = await fordHr.client.call(countEquipmentOut, { query: { q: 'zeta' } });
  expect(body.count).toBe(2);
  expect((await someone.client.call(listEquipmentOut)).status).toBe(403);
});

test('an item is corrected, put out again, and removed', async () => {
  const someone = await stage.addEmployee();
  await issue(hr, someone, stage.day(-3));
  const [id = 0] = await idsOf(someone);
  const save = (body: object) =>
    hr.client.call(saveEquipment, {
      params: { employeeId: someone.id, itemId: id },
      body: body as never,
    });
  await giveBack(hr, someone, [id]);
  const item = { kind: 'key', name: 'Master key', serial: 'M-1', note: 'Good' };
  const saved = await save({ version: 2, item, issuedOn: stage.day(-4), returned: null });
  expect(saved.body.file?.equipment).toMatchObject([
    { kind: 'key', name: 'Master key', issuedOn: stage.day(-4), returned: null, version: 3 },
  ]);
  const late = await save({ version: 2, item, issuedOn: stage.day(-4), returned: null });
  expect(late.status).toBe(409);
  for (const wrong of [
    { issuedOn: stage.day(1), returned: null },
    { issuedOn: stage.day(-4), returned: { on: stage.day(1) } },
    { issuedOn: stage.day(-4), returned: { on: stage.day(-5) } },
  ]) {
    expect((await save({ version: 3, item, ...wrong })).status).toBe(400);
  }
  const remove = (version: number) =>
    hr.client.call(removeEquipment, {
      params: { employeeId: someone.id, itemId: id },
      query: { version },
    });
  expect((await remove(2)).status).toBe(409);
  expect((await remove(3)).body.file?.equipment).toEqual([]);
});

test('wrong requests are refused and change nothing', async () => {
  const [someone, other] = [await stage.addEmployee(), await stage.addEmployee()];
  await issue(hr, other, stage.day(0));
  const foreign = await idsOf(other);
  await issue(hr, someone, stage.day(-1));
  const own = await idsOf(someone);
  expect((await issue(hr, someone, stage.day(1))).status).toBe(400);
  expect((await issue(hr, someone, stage.day(0), [])).status).toBe(400);
  expect((await issue(hr, someone, stage.day(0), Array(21).fill('Key'))).status).toBe(400);
  expect((await giveBack(hr, someone, foreign)).status).toBe(404);
  expect((await giveBack(hr, someone, own, stage.day(-2))).status).toBe(400);
  expect((await giveBack(hr, someone, own, stage.day(1))).status).toBe(400);
  const hyundaiHr = await stage.addHr({ storeAccess: ['hyundai'] });
  for (const user of [someone, hyundaiHr]) {
    expect((await issue(user, someone, stage.day(0))).status).toBe(403);
    expect((await giveBack(user, someone, own)).status).toBe(403);
  }
  expect((await issue(hr, hr, stage.day(0))).status).toBe(403);
  expect(await itemsOf(someone)).toMatchObject([{ returned: null, version: 1 }]);
});
