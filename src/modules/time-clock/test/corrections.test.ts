import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import type { NewUser } from '../../people/server/public.ts';
import { decideCorrection, listWaiting } from '../contract/corrections.ts';
import { ago, ask, clockOf, hourMs, openShop, press, type Shop, sheetOf } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());

const manager = (given = {}) => shop.employ({ role: 'manager', ...given });
const decide = (
  { client }: Employed,
  correctionId: number,
  decision: 'approved' | 'declined' | 'withdrawn',
  reason = '',
) => client.call(decideCorrection, { params: { correctionId }, body: { decision, reason } });
const waitingFor = async ({ client }: Employed) => (await client.call(listWaiting)).body;
const missing = () => [{ act: 'add' as const, kind: 'clock_out' as const, at: ago(hourMs) }];

/** Somebody who came five hours ago and did not clock out. */
async function whoForgot(): Promise<Employed> {
  const nora = await shop.employ();
  await press(nora, 'clock_in', { at: ago(5 * hourMs) });
  return nora;
}

describe('a request', () => {
  test('changes nothing until a manager of the store approves it, and everybody is told', async () => {
    const [nora, walt] = [await whoForgot(), await manager()];
    const socket = await walt.client.socket();
    const { status, body } = await ask(nora, nora.id, missing());
    expect([status, body.state, body.origin, body.may]).toEqual([
      201,
      'waiting',
      'request',
      { decide: false, withdraw: true },
    ]);
    expect(await socket.next('notification')).toMatchObject({
      title: expect.stringContaining('asks to correct their hours'),
      actionUrl: '/utilities/timesheets?view=team',
    });
    socket.close();
    expect(await clockOf(nora)).toMatchObject({ status: 'clocked_in', waiting: 1 });
    expect((await waitingFor(walt)).map(({ id }) => id)).toContain(body.id);
    const decided = await decide(walt, body.id, 'approved');
    expect(decided.body).toMatchObject({ state: 'approved', may: { decide: false } });
    expect(await clockOf(nora)).toMatchObject({ status: 'clocked_out', waiting: 0 });
    expect(await shop.log(nora.id)).toMatchObject([{ action: 'hours.correction_approved' }]);
  });

  test('is told to the nearest who may use the tool', async () => {
    const place: Partial<NewUser> = { department: 'it', storeAccess: ['hyundai'] };
    const nora = await shop.employ(place);
    const shut = await shop.hire({ ...place, role: 'manager', pagePermissions: ['all'] });
    const told = await shop.employ({ ...place, role: 'general_manager' });
    await press(nora, 'clock_in', { at: ago(5 * hourMs) });
    const { body } = await ask(nora, nora.id, missing());
    const noticed = await shop.platform.db
      .selectFrom('notifications')
      .select('user_id')
      .where('user_id', 'in', [shut.id, told.id])
      .execute();
    expect(noticed.map(({ user_id }) => user_id)).toEqual([told.id]);
    expect((await decide(shut, body.id, 'approved')).status).toBe(403);
    expect((await decide(told, body.id, 'approved')).status).toBe(200);
  });

  test('may be declined with a reason, or withdrawn by whom it is from, and is decided once', async () => {
    const [nora, walt] = [await whoForgot(), await manager()];
    const first = (await ask(nora, nora.id, missing())).body;
    const declined = await decide(walt, first.id, 'declined', 'You were here until six');
    expect(declined.body).toMatchObject({
      state: 'declined',
      decisionReason: 'You were here until six',
    });
    expect((await decide(walt, first.id, 'approved')).status).toBe(409);
    const second = (await ask(nora, nora.id, missing())).body;
    expect((await decide(walt, second.id, 'withdrawn')).status).toBe(403);
    expect((await decide(nora, second.id, 'withdrawn')).body.state).toBe('withdrawn');
    expect(await clockOf(nora)).toMatchObject({ status: 'clocked_in', waiting: 0 });
  });

  test('is decided once, however many decide at the same time', async () => {
    const nora = await whoForgot();
    const managers = await Promise.all([manager(), manager(), manager()]);
    const { id } = (await ask(nora, nora.id, missing())).body;
    const answers = await Promise.all(managers.map((one) => decide(one, id, 'approved')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('is one however often it is sent', async () => {
    const nora = await whoForgot();
    const clientId = crypto.randomUUID();
    const send = () => ask(nora, nora.id, missing(), 'Again', clientId);
    const [one, other] = [await send(), await send()];
    expect(other.body.id).toBe(one.body.id);
    expect((await clockOf(nora)).waiting).toBe(1);
  });

  test('that cannot be is refused with a sentence', async () => {
    const nora = await whoForgot();
    const add = (kind: 'clock_in' | 'break_end', at: string) => [{ act: 'add' as const, kind, at }];
    const [doubled, stray, ahead] = [
      await ask(nora, nora.id, add('clock_in', ago(hourMs))),
      await ask(nora, nora.id, add('break_end', ago(hourMs))),
      await ask(nora, nora.id, [{ act: 'add', kind: 'clock_out', at: ago(-hourMs) }]),
    ];
    expect([doubled.status, stray.status, ahead.status]).toEqual([409, 409, 400]);
    expect(doubled.body).toMatchObject({
      error: expect.stringMatching(/^Clock In on .* would not fit: the shift before has not ended/),
    });
    expect((await clockOf(nora)).waiting).toBe(0);
  });

  test('about one’s own hours is never decided by oneself, whatever one is', async () => {
    const boss = await shop.employ({ role: 'admin', featurePermissions: ['manage_users'] });
    await press(boss, 'clock_in', { at: ago(5 * hourMs) });
    const { body } = await ask(boss, boss.id, missing());
    expect(body).toMatchObject({ origin: 'request', state: 'waiting', may: { decide: false } });
    expect((await decide(boss, body.id, 'approved')).status).toBe(403);
    expect((await decide(shop.admin, body.id, 'approved')).status).toBe(403);
  });
});

describe('a manager', () => {
  test('corrects at once; what was before is kept, and the person is told', async () => {
    const [nora, walt] = [await whoForgot(), await manager()];
    const [came] = (await sheetOf(nora)).punches;
    const socket = await nora.client.socket();
    const { status, body } = await ask(walt, nora.id, [
      { act: 'move', punchId: came?.id ?? 0, at: ago(4 * hourMs) },
      ...missing(),
    ]);
    expect([status, body.state, body.origin]).toEqual([201, 'approved', 'manager']);
    expect(await socket.next('notification')).toMatchObject({
      title: expect.stringContaining('corrected your hours'),
    });
    socket.close();
    const { punches, totals } = await sheetOf(nora);
    expect(punches.map(({ kind, source, voidedBy }) => [kind, source, voidedBy])).toEqual([
      ['clock_in', 'offline', body.id],
      ['clock_in', 'correction', null],
      ['clock_out', 'correction', null],
    ]);
    expect(Math.abs(totals.workMs - 3 * hourMs)).toBeLessThan(1_000);
    expect(await shop.log(nora.id)).toMatchObject([{ action: 'hours.corrected' }]);
  });

  test('changes no punch twice, and none that is somebody else’s', async () => {
    const [nora, other, walt] = [await whoForgot(), await whoForgot(), await manager()];
    const [[own], [foreign]] = [(await sheetOf(nora)).punches, (await sheetOf(other)).punches];
    const take = (punchId: number) => ask(walt, nora.id, [{ act: 'void', punchId }]);
    expect((await take(foreign?.id ?? 0)).status).toBe(409);
    const both = await Promise.all([take(own?.id ?? 0), take(own?.id ?? 0)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await clockOf(nora)).toMatchObject({ status: 'clocked_out' });
    expect(await clockOf(other)).toMatchObject({ status: 'clocked_in' });
  });

  test.each([
    ['of another store', { storeAccess: ['hyundai'] as ['hyundai'] }],
    ['without a store', { storeAccess: [] }],
    ['who is none', { role: 'employee' as const }],
  ])('%s neither sees nor decides nor corrects', async (_, given) => {
    const nora = await whoForgot();
    const { id } = (await ask(nora, nora.id, missing())).body;
    const stranger = await manager(given);
    expect((await waitingFor(stranger)).map((one) => one.id)).not.toContain(id);
    expect((await decide(stranger, id, 'approved')).status).toBe(404);
    expect((await decide(stranger, id, 'withdrawn')).status).toBe(404);
    expect((await ask(stranger, nora.id, missing())).status).toBe(404);
    expect((await clockOf(nora)).waiting).toBe(1);
  });

  test('does not keep the hours of who stands above them, unless they manage people', async () => {
    const boss = await shop.employ({ role: 'general_manager' });
    await press(boss, 'clock_in', { at: ago(5 * hourMs) });
    expect((await ask(await manager(), boss.id, missing())).status).toBe(404);
    const hr = await manager({ featurePermissions: ['manage_users'] });
    expect((await ask(hr, boss.id, missing())).status).toBe(201);
  });
});
