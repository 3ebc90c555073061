import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import {
  add,
  addCustomer,
  assign,
  changeRouting,
  fetchLead,
  inAWeek,
  type LeadStage,
  move,
  openLeadStage,
} from '../../leads/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';

let stage: LeadStage;
let manager: StageUser;
let here: StageUser;
let away: StageUser;
let customer: { id: number };

beforeAll(async () => {
  stage = await openLeadStage();
  manager = await stage.addEmployee({ role: 'manager' });
  here = await stage.addEmployee();
  away = await stage.addEmployee({ firstName: 'Nora', lastName: 'Novakova' });
  customer = await addCustomer(manager);
  const today = dateAt(defaultTimezone, Date.now());
  await sql`insert into time_off_requests (user_id, kind_id, starts_on, ends_on, portion, from_minute,
      to_minute, reason, state, client_id, created_by)
    select ${away.id}, id, ${today}::date, ${addDays(today, 10)}::date, 'full', 0, 1440, '', 'approved',
      gen_random_uuid(), ${away.id} from time_off_kinds where name = 'Vacation'`.execute(
    stage.platform.db,
  );
});
afterAll(() => stage.stop());

const assigneeOf = async (leadId: number) =>
  (await fetchLead(manager, leadId)).body.assignee?.id ?? null;

test('someone who is away is passed over in the rotation, whatever status they show', async () => {
  const memberIds = [here.id, away.id];
  expect((await changeRouting(manager, { memberIds, inTurn: true })).status).toBe(200);
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.push((await add(manager, customer.id)).id);
  expect(await Promise.all(ids.map(assigneeOf))).toEqual([here.id, here.id, here.id]);
});

test('a lead of someone who is away gets no appointment, unless it is assigned to someone else', async () => {
  const lead = await add(manager, customer.id, { assigneeId: away.id });
  const refused = await move(manager, lead, 'appointment', { appointmentAt: inAWeek() });
  expect([refused.status, refused.body]).toMatchObject([
    400,
    {
      error: expect.stringMatching(/^Nora Novakova is away .* assign the lead to someone else\.$/),
      fields: { appointmentAt: expect.stringContaining('is away') },
    },
  ]);
  expect((await fetchLead(manager, lead.id)).body.status).toBe('new');
  const { body } = await assign(manager, lead, here.id);
  const booked = await move(manager, body, 'appointment', { appointmentAt: inAWeek() });
  expect(booked.status).toBe(200);
});
