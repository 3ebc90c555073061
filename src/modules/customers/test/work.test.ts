import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { listTimeline } from '../contract/timeline.ts';
import {
  type AppointmentStatus,
  addAppointment,
  addTask,
  appointmentStatuses,
  getToday,
  nextStatuses,
  setAppointmentStatus,
  setTaskDone,
} from '../contract/work.ts';
import { add, type CustomerStage, openStage } from './stage.ts';

let floor: CustomerStage;
let ford: Employed;
let hyundai: Employed;
beforeAll(async () => {
  floor = await openStage();
  ford = await floor.employ();
  hyundai = await floor.employ({ storeAccess: ['hyundai'] });
});
afterAll(() => floor.stop());

const hourMs = 3_600_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const plan = ({ client }: Employed, customerId: number, overrides: Record<string, unknown> = {}) =>
  client.call(addTask, {
    params: { customerId },
    body: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      kind: 'call',
      title: 'Call',
      dueAt: inMs(-hourMs),
      ...overrides,
    } as never,
  });
const set = ({ client }: Employed, customerId: number, overrides: Record<string, unknown> = {}) =>
  client.call(addAppointment, {
    params: { customerId },
    body: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      kind: 'sales',
      startsAt: inMs(-hourMs),
      ...overrides,
    } as never,
  });
const today = async ({ client }: Employed) => (await client.call(getToday)).body;

describe('a task', () => {
  test('is listed for its assignee, overdue first, until it is done', async () => {
    const nora = await floor.employ();
    const { id } = await add(ford);
    const { body: late } = await plan(ford, id, { assigneeId: nora.id, title: 'Late' });
    await plan(ford, id, { assigneeId: nora.id, title: 'Later', dueAt: inMs(-100 * hourMs) });
    await plan(ford, id, { assigneeId: nora.id, title: 'Next week', dueAt: inMs(170 * hourMs) });
    expect((await today(nora)).tasks.map(({ title }) => title)).toEqual(['Later', 'Late']);
    expect((await today(ford)).tasks).toEqual([]);
    const finish = ({ client }: Employed, version: number) =>
      client.call(setTaskDone, { params: { taskId: late.id }, body: { version, isDone: true } });
    expect((await finish(hyundai, late.version)).status).toBe(404);
    expect((await finish(nora, late.version)).body.doneAt).not.toBeNull();
    expect((await today(nora)).tasks.map(({ title }) => title)).toEqual(['Later']);
    const again = { params: { taskId: late.id }, body: { version: late.version, isDone: false } };
    expect((await nora.client.call(setTaskDone, again)).status).toBe(409);
  });

  test('is created once, and only for an employee of the store', async () => {
    const { id } = await add(ford);
    const clientId = crypto.randomUUID();
    const [one, other] = [await plan(ford, id, { clientId }), await plan(ford, id, { clientId })];
    expect([one.status, other.body.id]).toEqual([201, one.body.id]);
    const foreign = await plan(ford, id, { assigneeId: hyundai.id });
    expect([foreign.status, foreign.body]).toMatchObject([
      400,
      { fields: { assigneeId: expect.any(String) } },
    ]);
    expect((await plan(ford, id, { title: ' ' })).status).toBe(400);
    expect((await plan(ford, id, { dueAt: '0001-01-01T00:00:00Z' })).status).toBe(400);
    expect((await plan(ford, id, { store: 'hyundai' })).status).toBe(400);
  });
});

describe('an appointment', () => {
  test.each(
    appointmentStatuses.flatMap((from) =>
      appointmentStatuses
        .filter((to) => to !== from)
        .map((to) => [from, to, nextStatuses[from].includes(to)] as const),
    ),
  )('changes from %s to %s: %s', async (from, to, may) => {
    const { id } = await add(ford);
    let { body: one } = await set(ford, id);
    const move = (status: AppointmentStatus) =>
      ford.client.call(setAppointmentStatus, {
        params: { appointmentId: one.id },
        body: { version: one.version, status },
      });
    if (from !== 'set') one = (await move(from)).body;
    const { status, body } = await move(to);
    expect([status, may ? body.status : (body as never as { error: string }).error]).toEqual([
      may ? 200 : 409,
      may ? to : expect.stringContaining('can’t go from'),
    ]);
  });

  test('has its status changes in the timeline; employees of other stores cannot change it', async () => {
    const { id } = await add(ford);
    const { body: one } = await set(ford, id);
    const move = ({ client }: Employed) =>
      client.call(setAppointmentStatus, {
        params: { appointmentId: one.id },
        body: { version: one.version, status: 'showed' },
      });
    expect((await move(hyundai)).status).toBe(404);
    await move(ford);
    const { body } = await ford.client.call(listTimeline, { params: { customerId: id } });
    expect(body.map(({ title }) => title)).toEqual([
      'Sales appointment showed',
      'Sales appointment set',
    ]);
  });
});
