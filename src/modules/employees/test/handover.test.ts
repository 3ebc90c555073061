import { afterAll, beforeAll, expect, test } from 'vitest';
import { findActor } from '../../access/server/public.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { listEmployeeEvents } from '../contract/employee.ts';
import { reportHandover } from '../server/public.ts';
import { actsOn, type EmployeeStage, fileOf, openEmployeeStage, report, setJob } from './stage.ts';

let stage: EmployeeStage;
let hr: StageUser;
beforeAll(async () => {
  stage = await openEmployeeStage();
  hr = await stage.addHr();
});
afterAll(() => stage.stop());

const events = async ({ id }: StageUser) =>
  (await hr.client.call(listEmployeeEvents, { params: { employeeId: id } })).body;

test('gives direct reports and planned jobs another manager, and records which of the two it was', async () => {
  const [boss, successor] = [await stage.addEmployee(), await stage.addEmployee()];
  const [direct, planned] = [await stage.addEmployee(), await stage.addEmployee()];
  await report(stage, hr, direct, boss);
  await setJob(stage, hr, planned, { managerId: boss.id, effectiveOn: stage.day(5) });
  const before = await fileOf(hr, planned);
  const actor = await findActor(stage.platform.db, hr.id);
  if (!actor) throw new Error('HR is gone');
  const result = await reportHandover(stage.platform).move({
    actor,
    from: { id: boss.id, name: 'The manager' },
    to: { id: successor.id, name: 'The successor' },
    ids: [String(direct.id), String(planned.id)],
    ip: '127.0.0.1',
  });
  expect(result.problems).toEqual([]);
  expect(result.moved.sort()).toEqual([String(direct.id), String(planned.id)].sort());
  expect((await events(direct))[0]).toMatchObject({
    data: { kind: 'job', effectiveOn: stage.day(0), isPlanned: false },
  });
  // Nothing of the job that they have now was changed.
  expect((await events(planned))[0]).toMatchObject({
    data: {
      kind: 'job',
      effectiveOn: stage.day(5),
      isPlanned: true,
      from: { manager: 'The manager' },
      to: { manager: 'The successor' },
    },
  });
  const after = await fileOf(hr, planned);
  expect(after.jobs.map(({ state }) => state)).toEqual(before.jobs.map(({ state }) => state));
  expect(after.jobs[0]?.manager?.id).toBe(successor.id);
  expect(after.version).toBe(before.version + 1);
  const actions = (await actsOn(stage, planned)).map(({ action }) => action);
  expect(actions.at(-1)).toBe('employee.job_planned');
  expect(actions).not.toContain('employee.job_changed');
});
