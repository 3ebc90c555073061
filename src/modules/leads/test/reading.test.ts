import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listTimeline } from '../../customers/contract/timeline.ts';
import { pageTimeline } from '../../customers/test/stage.ts';
import type { Lead } from '../contract/lead.ts';
import { getBoard, getChoices, getRaw, listLeads, moveAppointment } from '../contract.ts';
import {
  add,
  addCustomer,
  addSourceWithKey,
  answer,
  assign,
  changeRouting,
  fetchLead,
  inAWeek,
  type LeadStage,
  move,
  openLeadStage,
  save,
  tryAdd,
  vehicleOf,
} from './stage.ts';

let stage: LeadStage;
let ford: StageUser;
let manager: StageUser;
let hyundai: StageUser;
let withoutPage: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openLeadStage();
  ford = await stage.addEmployee();
  manager = await stage.addEmployee({ role: 'manager' });
  hyundai = await stage.addEmployee({ storeAccess: ['hyundai'], role: 'manager' });
  withoutPage = await stage.addEmployee({ pagePermissions: [] });
  customer = await addCustomer(ford);
  await changeRouting(manager, { inTurn: false });
});
afterAll(() => stage.stop());

async function list({ client }: StageUser, query: object = {}): Promise<Lead[]> {
  const { status, body } = await client.call(listLeads, { query });
  expect(status).toBe(200);
  return body;
}
const idsOf = async (by: StageUser, query: object) => (await list(by, query)).map(({ id }) => id);
const boardOf = ({ client }: StageUser, query: object = {}) => client.call(getBoard, { query });

describe('a lead is visible only at its store', () => {
  test('in lists, on the board, in search, by id, as original message, in the timeline', async () => {
    const { key } = await addSourceWithKey(stage.sourceManager);
    const submitted = await stage.client().raw('POST', '/api/leads/adf', {
      body: `<adf><prospect><id>Own-1</id><vehicle><model>Zephyrion</model></vehicle><customer><contact>
        <name part="full">Wilhelmina Orchard</name><email>wo@example.com</email>
        </contact></customer></prospect></adf>`,
      headers: { 'content-type': 'text/xml', authorization: `Bearer ${key}` },
    });
    const { leadId } = submitted.body.leads[0];
    const lead = (await fetchLead(manager, leadId)).body;
    const seenBy = async (user: StageUser) => {
      const { client } = user;
      const found = await client.call(listLeads, { query: { q: 'zephyrion' } });
      const byName = await client.call(listLeads, { query: { q: 'Orchard, Wil' } });
      const board = await boardOf(user, { q: 'zephyrion' });
      const params = { customerId: lead.customer.id };
      const lines = await client.call(listTimeline, { params });
      return {
        found: found.body.length ?? 0,
        byName: byName.body.length ?? 0,
        board: board.status === 200 ? board.body.columns[0]?.count : 0,
        month: board.status === 200 ? board.body.month.received : 0,
        alone: (await fetchLead(user, leadId)).status,
        raw: (await client.call(getRaw, { params: { leadId } })).status,
        saved: (await save(user, lead, { comments: 'Mine now' })).status,
        answered: (await answer(user, leadId)).status,
        assigned: (await assign(user, lead, user.id)).status,
        moved: (await move(user, lead, 'lost', { lostReason: 'other' })).status,
        timeline: lines.status === 200 && lines.body.some(({ kind }) => kind === 'lead'),
      };
    };
    const nothing = { found: 0, byName: 0, board: 0, month: 0, timeline: false };
    const all = (status: number) => ({
      alone: status,
      raw: status,
      saved: status,
      answered: status,
      assigned: status,
      moved: status,
    });
    expect(await seenBy(hyundai)).toEqual({ ...nothing, ...all(404) });
    expect(await seenBy(withoutPage)).toEqual({ ...nothing, ...all(403) });
    expect(await seenBy(ford)).toEqual({
      found: 1,
      byName: 1,
      board: 1,
      month: 1,
      timeline: true,
      alone: 200,
      raw: 403,
      saved: 200,
      answered: 200,
      // The save has increased its version.
      assigned: 409,
      moved: 409,
    });
    expect((await manager.client.call(getRaw, { params: { leadId } })).status).toBe(200);
    const addedByHand = await add(ford, customer.id);
    expect((await fetchLead(manager, addedByHand.id)).body.may.seeRaw).toBe(false);
    const raw = await manager.client.call(getRaw, { params: { leadId: addedByHand.id } });
    expect(raw.status).toBe(404);
  });

  test('over the socket', async () => {
    const [fordSocket, hyundaiResult, other] = await Promise.all(
      [ford, hyundai, withoutPage].map(({ client }) => client.socket()),
    );
    const lead = await add(ford, customer.id);
    expect(await fordSocket?.next('lead_changed')).toEqual({ id: lead.id, store: 'ford' });
    for (const socket of [hyundaiResult, other]) {
      socket?.send('ping');
      await socket?.next('pong');
      expect(socket?.frames.map(({ type }) => type)).not.toContain('lead_changed');
      socket?.close();
    }
    fordSocket?.close();
  });

  test('and cannot be added, changed or responded to with read access only', async () => {
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    const lead = await add(ford, customer.id);
    expect((await fetchLead(reader, lead.id)).body.may).toEqual({
      edit: false,
      assign: false,
      become: [],
      seeRaw: false,
      markNoShow: false,
      setRemote: false,
    });
    const responses = [
      tryAdd(reader, customer.id),
      save(reader, lead),
      answer(reader, lead.id),
      assign(reader, lead, reader.id),
      move(reader, lead, 'lost', { lostReason: 'other' }),
    ];
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(5).fill(403));
  });

  test('and shows no contact info of do-not-contact customers', async () => {
    const phones = [{ number: '3165550196', kind: 'mobile' }];
    const doNotContact = await addCustomer(ford, 'ford', { doNotContact: true, phones });
    const open = await addCustomer(ford, 'ford', { phones });
    const seen = (await add(ford, doNotContact.id)) as object;
    expect(seen).toMatchObject({ doNotContact: true, phones: [], emails: [] });
    expect(await add(ford, open.id)).toMatchObject({ phones: ['+13165550196'] });
  });
});

describe('leads are found', () => {
  test('in the list and on the board by words of the vehicle, VIN, stock number and customer', async () => {
    const known = await addCustomer(ford, 'ford', {
      lastName: 'Quillfeather',
      company: 'Featherworks',
      phones: [{ number: '(620) 556-7193', kind: 'mobile' }],
      emails: [{ address: 'odalys.q@mail.example.com' }],
    });
    const vin = '1FT7W2BT5KEA73519';
    const car = vehicleOf({ model: 'Thunderbird T9', trim: '', stockNumber: 'QZ-4711', vin });
    const second = vehicleOf({ model: 'F-150', trim: 'Quicksilver' });
    const { id } = await add(ford, known.id, { interests: [car, second] });
    for (const q of [
      'thunderb',
      'Thunderbird Ford 2024',
      't9',
      'f150 quicksilver',
      vin.toLowerCase(),
      vin.slice(-8),
      vin.slice(-6),
      'QZ-4711',
      'qz4711',
      'QZ 4711',
      'quillfea',
      'QUILLFEATHER, Odalys',
      'Quillfeather Thunderbird',
      'featherworks',
      '(620) 556-7193',
      '5567193',
      'odalys.q@mail',
    ]) {
      expect(await idsOf(ford, { q }), q).toEqual([id]);
      const { columns } = (await boardOf(ford, { q })).body;
      expect(
        columns.flatMap(({ leads }) => leads.map((lead) => lead.id)),
        q,
      ).toEqual([id]);
      expect(await idsOf(hyundai, { q }), q).toEqual([]);
    }
    for (const q of ['%', '_', '\\', '()', "' or 1=1 --", 'Nobody Atall', 'Quillfeather Escape']) {
      expect(await idsOf(ford, { q }), q).not.toContain(id);
    }
  });

  test.each([
    [{ firstName: 'Ánh Tuyết', lastName: 'Nguyễn' }, ['tuyet', 'NGUYEN Tuyết', 'tuyết escape']],
    [{ firstName: '민준', lastName: '김' }, ['민준', '김 민준', '김', '민준'.normalize('NFD')]],
    [{ firstName: '小龍', lastName: '李' }, ['小龍', '李', '小龍 Escape']],
    [{ firstName: 'Ольга', lastName: 'Ковальчук' }, ['ОЛЬГА', 'ковальч', 'Escape ковальчук']],
    [{ firstName: 'محمد', lastName: 'الحسن' }, ['محمد', 'الحسن محمد']],
  ])('by a customer’s name in any script: %o', async (name, searches) => {
    const known = await addCustomer(ford, 'ford', name);
    const { id } = await add(ford, known.id, { interests: [vehicleOf({ model: 'Escape' })] });
    for (const q of searches) expect(await idsOf(ford, { q }), q).toEqual([id]);
  });

  test('by status, type, assignee, source and customer', async () => {
    const known = await addCustomer(ford);
    const by = { customerId: known.id };
    const first = await add(ford, known.id, { type: 'walk_in', assigneeId: ford.id });
    const second = await add(ford, known.id, { assigneeId: null });
    expect(await idsOf(ford, by)).toEqual([second.id, first.id]);
    expect(await idsOf(ford, { ...by, status: 'showed' })).toEqual([first.id]);
    expect(await idsOf(ford, { ...by, type: 'internet' })).toEqual([second.id]);
    expect(await idsOf(ford, { ...by, whose: 'mine' })).toEqual([first.id]);
    expect(await idsOf(ford, { ...by, whose: 'unassigned' })).toEqual([second.id]);
    expect(await idsOf(ford, { ...by, assigneeId: ford.id })).toEqual([first.id]);
    expect(await idsOf(ford, { ...by, store: 'hyundai' })).toEqual([]);
    expect(await idsOf(ford, { ...by, sourceId: 999_999 })).toEqual([]);
  });

  test('page by page, each once', async () => {
    const known = await addCustomer(ford);
    const added: number[] = [];
    for (let n = 0; n < 7; n += 1) added.unshift((await add(ford, known.id)).id);
    await sql`update leads set received_at = date_trunc('minute', received_at)
      where customer_id = ${known.id}`.execute(stage.platform.db);
    const read: number[] = [];
    for (let page: object = {}; ; ) {
      const rows = await list(ford, { customerId: known.id, limit: 3, ...page });
      read.push(...rows.map(({ id }) => id));
      const last = rows.at(-1);
      if (!last || rows.length < 3) break;
      page = { before: last.receivedAt, beforeId: last.id };
    }
    expect(read.toSorted()).toEqual(added.toSorted());
  });

  test.each([
    ...['before=x', 'limit=0', 'limit=101', 'status=gone', 'store=kia', 'assigneeId=0', 'whose=us'],
    ...['q=%00', 'sourceId=99999999999'],
  ])('not by %s', async (query) => {
    const { status, body } = await ford.client.raw('GET', `/api/leads?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid']);
  });
});

test('the board has open leads, oldest first, and the figures of this month', async () => {
  const seller = await stage.addEmployee();
  const query = { assigneeId: seller.id };
  const known = await addCustomer(ford);
  const mine = { assigneeId: seller.id };
  const [old, young] = [await add(manager, known.id, mine), await add(manager, known.id, mine)];
  const visit = await add(manager, known.id, { ...mine, type: 'walk_in' });
  const details = { appointmentAt: inAWeek() };
  const set = (await move(seller, visit, 'appointment', details)).body;
  const showed = (await move(seller, set, 'showed')).body;
  await move(seller, showed, 'sold');
  const twin = await add(manager, known.id, mine);
  await move(seller, twin, 'duplicate');
  const { body } = await boardOf(ford, query);
  expect(body.columns.map(({ status, count }) => [status, count])).toEqual([
    ['new', 2],
    ['attempted', 0],
    ['contacted', 0],
    ['appointment', 0],
    ['showed', 0],
  ]);
  expect(body.columns[0]?.leads.map(({ id }) => id)).toEqual([old.id, young.id]);
  expect(body.month).toEqual({
    received: 3,
    contacted: 1,
    inTime: 1,
    medianSeconds: 0,
    appointments: 1,
    showed: 1,
    sold: 1,
  });
  const hyundaiResult = await boardOf(hyundai, query);
  expect(hyundaiResult.body.month).toMatchObject({ received: 0, medianSeconds: null });
});

test('appointments are sorted by time, also after rescheduling', async () => {
  const seller = await stage.addEmployee();
  const known = await addCustomer(ford);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const addAppointment = async (days: number) => {
    const lead = await add(manager, known.id, { assigneeId: seller.id });
    return (await move(seller, lead, 'appointment', { appointmentAt: inDays(days) })).body;
  };
  const [third, first, second] = [
    await addAppointment(9),
    await addAppointment(2),
    await addAppointment(5),
  ];
  const column = async () => {
    const { body } = await boardOf(ford, { assigneeId: seller.id });
    const found = body.columns.find(({ status }) => status === 'appointment');
    return found?.leads.map(({ id }) => id);
  };
  expect(await column()).toEqual([first.id, second.id, third.id]);
  await seller.client.call(moveAppointment, {
    params: { leadId: third.id },
    body: { version: third.version, appointmentAt: inDays(1) },
  });
  expect(await column()).toEqual([third.id, first.id, second.id]);
});

test('choices contain the stores of the user and their staff', async () => {
  const of = async ({ client }: StageUser) => (await client.call(getChoices)).body;
  const own = await of(ford);
  expect(own).toMatchObject({ stores: ['ford'] });
  expect(own.may).toEqual({
    write: true,
    assign: false,
    manageSources: false,
    setClock: false,
    createDeal: true,
  });
  const ids = own.staff.map(({ id }) => id);
  expect(ids).toContain(ford.id);
  for (const other of [hyundai, withoutPage]) expect(ids).not.toContain(other.id);
  expect(own.sources.every(({ store }) => store === 'ford')).toBe(true);
  expect((await of(manager)).may).toMatchObject({ assign: true });
  const advisor = await stage.addEmployee({ department: 'service' });
  expect((await of(advisor)).may).toMatchObject({ write: true, createDeal: false });
  expect((await of(stage.sourceManager)).may).toMatchObject({ manageSources: true });
});

test('leads of one moment, as an import makes them, are all in the timeline', async () => {
  const buyer = await addCustomer(ford);
  for (let count = 0; count < 5; count += 1) await add(ford, buyer.id);
  await sql`update leads set received_at = '2026-01-05T12:00:00Z' where customer_id = ${buyer.id}`.execute(
    stage.platform.db,
  );
  const keys = (await pageTimeline(ford, buyer.id, 2)).filter((key) => key.startsWith('lead:'));
  expect([keys.length, new Set(keys).size]).toEqual([5, 5]);
});
