import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listEmployeeEvents } from '../contract/employee.ts';
import { employeeFileChanged } from '../contract/events.ts';
import {
  approveProposal,
  declineProposal,
  proposeChange,
  savePersonal,
  withdrawProposal,
} from '../contract/writing.ts';
import { countProposals, listProposals } from '../contract.ts';
import {
  actsOn,
  type EmployeeStage,
  fileOf,
  newContact,
  oneContact,
  open,
  openEmployeeStage,
  propose,
  report,
} from './stage.ts';

let stage: EmployeeStage;
let hr: StageUser;
beforeAll(async () => {
  stage = await openEmployeeStage();
  hr = await stage.addHr();
});
afterAll(() => stage.stop());

const storedContact = {
  group: 'contact',
  privatePhone: { e164: '+13165550142', extension: '' },
  privateEmail: 'nora@home.example',
  address: { line1: '12 Maple St', line2: '', city: 'Wichita', state: 'KS', zip: '67202' },
};

async function proposed(user: StageUser, change: Parameters<typeof propose>[1] = newContact) {
  const { status, body } = await propose(user, change);
  expect(status).toBe(201);
  const proposal = body.file?.proposals.find(({ group }) => group === change.group);
  if (!proposal) throw new Error('The proposal is not in the file');
  return proposal;
}

const at = (proposalId: number) => ({ params: { proposalId } });
const approve = ({ client }: StageUser, id: number) => client.call(approveProposal, at(id));
const decline = ({ client }: StageUser, id: number, reason = 'Which apartment?') =>
  client.call(declineProposal, { ...at(id), body: { reason } });
const withdraw = ({ client }: StageUser, id: number) => client.call(withdrawProposal, at(id));

const notificationsOf = async ({ id }: StageUser) => {
  const { rows } = await sql<{ title: string; message: string; action_url: string }>`
    select title, message, action_url from notifications where user_id = ${id} order by id`.execute(
    stage.platform.db,
  );
  return rows;
};

describe('a proposal', () => {
  test('waits until HR approves it, and then is the file', async () => {
    const someone = await stage.addEmployee();
    const proposal = await proposed(someone);
    expect(proposal).toMatchObject({
      current: { privatePhone: null, privateEmail: null, address: null },
      proposed: storedContact,
      may: { decide: false, withdraw: true },
    });
    expect((await fileOf(someone, someone)).home?.address).toBeNull();
    const { body: waiting } = await hr.client.call(listProposals, { query: { limit: 200 } });
    expect(waiting.find(({ id }) => id === proposal.id)).toMatchObject({
      employee: { id: someone.id },
      proposed: storedContact,
      may: { decide: true, withdraw: false },
    });
    const socket = await someone.client.socket();
    const { status } = await approve(hr, proposal.id);
    expect(status).toBe(200);
    expect(await socket.next(employeeFileChanged.type)).toEqual({ employeeId: someone.id });
    socket.terminate();
    const file = await fileOf(someone, someone);
    expect(file.privatePhone).toEqual(storedContact.privatePhone);
    expect(file.home?.address).toEqual(storedContact.address);
    expect(file.proposals).toEqual([]);
    expect(file.decisions).toMatchObject([{ group: 'contact', outcome: 'approved' }]);
    const [notice] = await notificationsOf(someone);
    expect(notice).toMatchObject({
      title: 'HR approved your change',
      action_url: `/people?employee=${someone.id}`,
    });
  });

  test('is declined with a reason, which only the employee and HR read', async () => {
    const [boss, someone] = [await stage.addEmployee(), await stage.addEmployee()];
    await report(stage, hr, someone, boss);
    const { id } = await proposed(someone);
    expect((await decline(hr, id, '')).status).toBe(400);
    expect((await decline(hr, id)).status).toBe(200);
    const file = await fileOf(someone, someone);
    expect(file.home?.address).toBeNull();
    expect(file.decisions).toMatchObject([{ outcome: 'declined', reason: 'Which apartment?' }]);
    const [notice] = await notificationsOf(someone);
    expect(JSON.stringify(notice)).not.toContain('apartment');
    const bosses = await fileOf(boss, someone);
    expect([bosses.proposals, bosses.decisions]).toEqual([[], []]);
  });

  test('is withdrawn by the employee, and what it said is gone', async () => {
    const [someone, other] = [await stage.addEmployee(), await stage.addEmployee()];
    const { id } = await proposed(someone);
    expect((await withdraw(other, id)).status).toBe(404);
    expect((await withdraw(hr, id)).status).toBe(403);
    const { status, body } = await withdraw(someone, id);
    expect(status).toBe(200);
    expect(body.file?.proposals).toEqual([]);
    const { rows } = await sql<{ data: unknown }>`
      select data from employee_proposals where id = ${id}`.execute(stage.platform.db);
    expect(rows).toEqual([{ data: null }]);
    // Of the same group there may be another now.
    await proposed(someone);
  });

  test('is one for each part of the file, and a repeated request is the same', async () => {
    const someone = await stage.addEmployee();
    const clientId = randomUUID();
    const [first, again] = await Promise.all([
      propose(someone, newContact, clientId),
      propose(someone, newContact, clientId),
    ]);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect((await fileOf(someone, someone)).proposals).toHaveLength(1);
    const second = await propose(someone, { ...newContact, privatePhone: null });
    expect(second.status).toBe(409);
    expect((await propose(someone, oneContact)).status).toBe(201);
    expect((await propose(someone, { group: 'name', preferredName: 'Nonie' })).status).toBe(201);
    expect((await fileOf(someone, someone)).proposals).toHaveLength(3);
  });

  test('is decided once, also by two at the same time', async () => {
    const someone = await stage.addEmployee();
    const other = await stage.addHr();
    const { id } = await proposed(someone);
    const both = await Promise.all([approve(hr, id), decline(other, id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await withdraw(someone, id)).status).toBe(409);
    expect(await notificationsOf(someone)).toHaveLength(1);
  });

  test('is decided by HR of the store, and by no one for themselves', async () => {
    const someone = await stage.addEmployee();
    const { id } = await proposed(someone);
    const hyundaiHr = await stage.addHr({ storeAccess: ['hyundai'] });
    const reader = await stage.addHr({ featurePermissions: ['view_data'] });
    expect((await approve(hyundaiHr, id)).status).toBe(404);
    expect((await approve(reader, id)).status).toBe(403);
    expect((await approve(someone, id)).status).toBe(403);
    expect((await reader.client.call(listProposals)).status).toBe(403);
    const { body } = await hyundaiHr.client.call(listProposals);
    expect(body.map((one) => one.id)).not.toContain(id);
    const { id: own } = await proposed(hr);
    expect((await approve(hr, own)).status).toBe(403);
    expect((await hr.client.call(listProposals)).body.map((one) => one.id)).not.toContain(own);
    const other = await stage.addHr();
    expect((await approve(other, own)).status).toBe(200);
  });

  test('notifies HR of the store, or others who write in HR where there is none', async () => {
    const fresh = await openEmployeeStage();
    const gm = await fresh.addHr({ department: 'back_office', storeAccess: ['ford'] });
    const someone = await fresh.addEmployee();
    const titles = async ({ id }: StageUser) =>
      (
        await sql<{ title: string }>`select title from notifications
          where user_id = ${id} and key like 'employee-proposal:%'`.execute(fresh.platform.db)
      ).rows.length;
    await propose(someone, { group: 'name', preferredName: 'Nonie' });
    expect(await titles(gm)).toBe(1);
    const [ofFord, ofHyundai] = [
      await fresh.addHr({ storeAccess: ['ford'] }),
      await fresh.addHr({ storeAccess: ['hyundai'] }),
    ];
    await propose(someone, oneContact);
    expect([await titles(gm), await titles(ofFord), await titles(ofHyundai)]).toEqual([1, 1, 0]);
    await fresh.stop();
  });

  test('is counted for those who can decide it', async () => {
    const before = (await hr.client.call(countProposals)).body.count;
    const { id } = await proposed(await stage.addEmployee());
    expect((await hr.client.call(countProposals)).body.count).toBe(before + 1);
    const asked = async () =>
      (
        await sql`select from notifications where user_id = ${hr.id}
          and key = ${`employee-proposal:${id}`} and removed_at is null`.execute(stage.platform.db)
      ).rows.length;
    expect(await asked()).toBe(1);
    await approve(hr, id);
    expect((await hr.client.call(countProposals)).body.count).toBe(before);
    expect(await asked()).toBe(0);
  });

  test('is refused with a sentence', async () => {
    const someone = await stage.addEmployee();
    for (const change of [
      { group: 'contact' },
      { ...newContact, privatePhone: '12' },
      { ...newContact, privateEmail: 'nowhere' },
      { ...newContact, address: { line1: 'x' } },
      { ...newContact, address: { ...newContact.address, state: 'ZZ' } },
      { ...newContact, salary: 3 },
      { group: 'emergency', contacts: Array(6).fill(oneContact.contacts[0]) },
      { group: 'emergency', contacts: [{ ...oneContact.contacts[0], ssn: '1' }] },
      { group: 'name', preferredName: 'visit x.example' },
      { group: 'name', preferredName: null },
      { group: 'pay' },
    ]) {
      const { status, body } = await someone.client.raw('POST', proposeChange.path, {
        body: { clientId: randomUUID(), change },
      });
      expect([change, status]).toEqual([change, 400]);
      expect(body.error).toMatch(/\w/);
    }
    expect((await fileOf(someone, someone)).proposals).toEqual([]);
  });
});

describe('HR', () => {
  test('saves personal data directly, which managers see in part and the log not at all', async () => {
    const [boss, someone] = [await stage.addEmployee(), await stage.addEmployee()];
    await report(stage, hr, someone, boss);
    const save = async (user: StageUser, change: object) =>
      user.client.call(savePersonal, {
        params: { employeeId: someone.id },
        body: { version: (await fileOf(hr, someone)).version, change: change as never },
      });
    expect((await save(hr, newContact)).status).toBe(200);
    expect((await save(hr, oneContact)).status).toBe(200);
    expect((await save(boss, newContact)).status).toBe(403);
    expect((await save(someone, newContact)).status).toBe(403);
    const { body } = await open(boss, someone);
    expect(body.file).toMatchObject({
      privatePhone: storedContact.privatePhone,
      emergencyContacts: [{ name: 'Alex Novak', phone: { e164: '+13165550143' } }],
      home: null,
    });
    expect(JSON.stringify(body)).not.toMatch(/Maple|home\.example/);
    const logged = JSON.stringify([
      await actsOn(stage, someone),
      (await hr.client.call(listEmployeeEvents, { params: { employeeId: someone.id } })).body,
    ]);
    expect(logged).toContain('personal');
    expect(logged).not.toMatch(/Maple|home\.example|5550142|5550143|Alex/);
  });

  test('reads the history of files of its stores, and no one else does', async () => {
    const [boss, someone] = [await stage.addEmployee(), await stage.addEmployee()];
    await report(stage, hr, someone, boss);
    const hyundaiHr = await stage.addHr({ storeAccess: ['hyundai'] });
    const read = async ({ client }: StageUser) =>
      (await client.call(listEmployeeEvents, { params: { employeeId: someone.id } })).status;
    expect(await read(hr)).toBe(200);
    for (const user of [boss, someone, hyundaiHr]) expect(await read(user)).toBe(403);
  });
});
