import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { getPreferences, setPreferences, type UtilityId } from '../contract/preferences.ts';

let stage: AdminStage;
let me: StageUser;
beforeAll(async () => {
  stage = await openAdminStage();
  me = await stage.addUser();
});
afterAll(() => stage.stop());

const choose = (selectedUtilities: string[], by = me) =>
  by.client.call(setPreferences, { body: { selectedUtilities: selectedUtilities as UtilityId[] } });
const chosen = async (by = me) => (await by.client.call(getPreferences)).body.selectedUtilities;

test('the selection is empty at first', async () => {
  expect(await chosen()).toEqual([]);
});

test('the selection keeps its order on every device and belongs to one user', async () => {
  const three = ['notes-manager', 'heimdall-dashboard', 'time-tracker'];
  const { status, body } = await choose(three);
  expect([status, body]).toEqual([200, { selectedUtilities: three }]);
  const phone = await stage.openSession(me.id);
  expect((await phone.call(getPreferences)).body.selectedUtilities).toEqual(three);
  expect(await chosen(await stage.addUser())).toEqual([]);
  await choose(['time-tracker']);
  expect(await chosen()).toEqual(['time-tracker']);
  await choose([]);
  expect(await chosen()).toEqual([]);
});

test('a fourth utility is refused', async () => {
  await choose(['time-tracker']);
  const all = ['heimdall-dashboard', 'time-tracker', 'notes-manager', 'barcode-scanner'];
  const { status, body } = await choose(all);
  expect([status, body]).toMatchObject([
    400,
    { error: 'Maximum Reached: You can only select up to 3 utilities for Quick Access.' },
  ]);
  expect(await chosen()).toEqual(['time-tracker']);
});

test.each([
  [['time-tracker', 'time-tracker']],
  [['no-such-tool']],
  [Array(5).fill('time-tracker')],
])('%j is an invalid selection', async (selection) => {
  expect((await choose(selection)).status).toBe(400);
});

test('reading the selection requires a session', async () => {
  const { status } = await stage.client().raw('GET', '/api/dashboard-preferences');
  expect(status).toBe(401);
});
