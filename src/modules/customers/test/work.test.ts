import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listTimeline } from '../contract/timeline.ts';
import { addUp, linkUp, listUps, setUpStep } from '../contract/ups.ts';
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
import { add, type CustomerStage, openCustomerStage } from './stage.ts';

let stage: CustomerStage;
let ford: StageUser;
let hyundai: StageUser;
beforeAll(async () => {
  stage = await openCustomerStage();
  ford = await stage.addEmployee();
  hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
});
afterAll(() => stage.stop());

const hourMs = 3_600_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const addPlannedTask = (
  { client }: StageUser,
  customerId: number,
  overrides: Record<string, unknown> = {},
) =>
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
const set = ({ client }: StageUser, customerId: number, overrides: Record<string, unknown> = {}) =>
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
const today = async ({ client }: StageUser) => (await client.call(getToday)).body;

describe('a task', () => {
  test('is listed for its assignee, overdue first, until it is done', async () => {
    const nora = await stage.addEmployee();
    const { id } = await add(ford);
    const { body: late } = await addPlannedTask(ford, id, { assigneeId: nora.id, title: 'Late' });
    await addPlannedTask(ford, id, {
      assigneeId: nora.id,
      title: 'Later',
      dueAt: inMs(-100 * hourMs),
    });
    await addPlannedTask(ford, id, {
      assigneeId: nora.id,
      title: 'Next week',
      dueAt: inMs(170 * hourMs),
    });
    expect((await today(nora)).tasks.map(({ title }) => title)).toEqual(['Later', 'Late']);
    expect((await today(ford)).tasks).toEqual([]);
    const finish = ({ client }: StageUser, version: number) =>
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
    const [one, other] = [
      await addPlannedTask(ford, id, { clientId }),
      await addPlannedTask(ford, id, { clientId }),
    ];
    expect([one.status, other.body.id]).toEqual([201, one.body.id]);
    const refused = await addPlannedTask(ford, id, { assigneeId: hyundai.id });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { assigneeId: expect.any(String) } },
    ]);
    expect((await addPlannedTask(ford, id, { title: ' ' })).status).toBe(400);
    expect((await addPlannedTask(ford, id, { dueAt: '0001-01-01T00:00:00Z' })).status).toBe(400);
    expect((await addPlannedTask(ford, id, { store: 'hyundai' })).status).toBe(400);
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
    const move = ({ client }: StageUser) =>
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

describe('the showroom log', () => {
  const greet = ({ client }: StageUser, overrides: Record<string, unknown> = {}) =>
    client.call(addUp, {
      body: {
        clientId: crypto.randomUUID(),
        store: 'ford',
        guest: 'A guest',
        ...overrides,
      } as never,
    });

  test('shows guest, greeter and steps to the store’s employees only', async () => {
    const { id, name } = await add(ford);
    const { status, body: up } = await greet(ford);
    expect([status, up.greeter.id, up.result]).toEqual([201, ford.id, null]);
    const step = ({ client }: StageUser, version: number, overrides: object) =>
      client.call(setUpStep, { params: { upId: up.id }, body: { version, ...overrides } as never });
    expect((await step(hyundai, up.version, { step: 'test_drive' })).status).toBe(404);
    const afterTestDrive = (await step(ford, up.version, { step: 'test_drive' })).body;
    expect(afterTestDrive.steps.test_drive).not.toBeNull();
    expect((await step(ford, up.version, { step: 'write_up' })).status).toBe(409);
    const link = {
      params: { upId: up.id },
      body: { version: afterTestDrive.version, customerId: id },
    };
    const known = (await ford.client.call(linkUp, link)).body;
    expect([known.customerId, known.guest]).toEqual([id, name]);
    expect((await step(ford, known.version, { step: 'left' })).status).toBe(400);
    const afterLeaving = (await step(ford, known.version, { step: 'left', result: 'sold' })).body;
    expect(afterLeaving).toMatchObject({ result: 'sold', steps: { left: expect.any(String) } });
    expect((await step(ford, afterLeaving.version, { step: 'write_up' })).status).toBe(409);
    const log = async ({ client }: StageUser) =>
      (await client.call(listUps)).body.map((one) => one.id);
    expect(await log(ford)).toContain(up.id);
    expect(await log(hyundai)).not.toContain(up.id);
  });

  test('needs a name and an own store, and is idempotent', async () => {
    const clientId = crypto.randomUUID();
    const [one, other] = [await greet(ford, { clientId }), await greet(ford, { clientId })];
    expect(other.body.id).toBe(one.body.id);
    expect((await greet(ford, { guest: ' ' })).status).toBe(400);
    expect((await greet(ford, { store: 'hyundai' })).status).toBe(400);
    const otherCustomer = await add(hyundai, { store: 'hyundai' });
    expect((await greet(ford, { customerId: otherCustomer.id })).status).toBe(404);
  });
});
