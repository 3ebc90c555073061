import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { moveThrough } from '../../deals/test/stage.ts';
import { move as moveOrder, open as openOrder } from '../../repair-orders/test/stage.ts';
import { jacketChanged } from '../contract/events.ts';
import { undoWaiver, waiveRequirement } from '../contract/jacket.ts';
import {
  countDealJackets,
  exportDealJackets,
  listDealJackets,
  listHireJackets,
  listOrderJackets,
} from '../contract.ts';
import {
  backdate,
  deliveredDeal,
  fetchJacket,
  type JacketStage,
  missingOf,
  openJacketStage,
  signedDeal,
  stateOf,
} from './stage.ts';

let stage: JacketStage;
let clerk: StageUser;

beforeAll(async () => {
  stage = await openJacketStage();
  clerk = await stage.addClerk();
});
afterAll(() => stage.stop());

const trade = { vehicle: '2018 Kia Sorento', allowanceCents: 900_000, payoffCents: 0 };
const waive = ({ client }: StageUser, recordId: number, type: string, reason = 'Not needed') =>
  client.call(waiveRequirement, { params: { record: 'deal', recordId, type }, body: { reason } });
const undo = ({ client }: StageUser, recordId: number, type: string) =>
  client.call(undoWaiver, { params: { record: 'deal', recordId, type } });
const board = async ({ client }: StageUser, query: object = {}) =>
  (await client.call(listDealJackets, { query: { limit: 200, ...query } as never })).body;
const idsOn = async (user: StageUser, query: object = {}) =>
  (await board(user, query)).map(({ id }) => id);

describe('the checklist of a deal', () => {
  const needs = async (overrides: object) => {
    const { id } = await signedDeal(stage, overrides);
    const { body } = await fetchJacket(clerk, id);
    return { kind: body.kind, types: body.items.map(({ type }) => type) };
  };

  test.each([
    ['cash', { method: 'cash' }],
    ['finance', { method: 'finance' }],
    ['lease', { type: 'lease', method: 'lease' }],
    ['finance', { type: 'fleet', method: 'finance' }],
    ['wholesale', { type: 'wholesale', method: 'cash' }],
    ['dealer_trade', { type: 'dealer_trade', method: 'cash' }],
  ])('is that of %s for %o', async (kind, overrides) => {
    expect((await needs(overrides)).kind).toBe(kind);
  });

  test.each([
    ['buyers_guide', { condition: 'used' }, { condition: 'new' }],
    ['trade_title', { trade }, {}],
    ['payoff', { trade: { ...trade, payoffCents: 500_000 } }, { trade }],
    ['lien_release', { trade: { ...trade, payoffCents: 500_000 } }, { trade }],
    ['we_owe', { dueBills: [{ what: 'Second key' }] }, {}],
    ['product_contract', { products: [{ kind: 'gap', priceCents: 80_000 }] }, {}],
    ['form_8300', { downCents: 1_000_001 }, { downCents: 1_000_000 }],
    [
      'form_8300',
      { method: 'cash', priceCents: 1_000_100 },
      { method: 'cash', priceCents: 999_900 },
    ],
    ['retail_contract', { method: 'finance' }, { method: 'cash' }],
  ])('has %s with %o and not with %o', async (type, having, without) => {
    expect((await needs(having)).types).toContain(type);
    expect((await needs(without)).types).not.toContain(type);
  });

  test('of a wholesale deal is a bill of sale, the odometer and the title', async () => {
    expect((await needs({ type: 'wholesale', method: 'cash' })).types).toEqual([
      'bill_of_sale',
      'odometer_disclosure',
      'title',
    ]);
  });
});

describe('a required document', () => {
  test('is received once it is filed for the deal, and missing again when it is taken out', async () => {
    const { id } = await signedDeal(stage);
    expect(stateOf((await fetchJacket(clerk, id)).body, 'insurance')).toBe('missing');
    const documentId = await stage.file({ recordId: id, type: 'insurance' });
    const received = (await fetchJacket(clerk, id)).body;
    expect(stateOf(received, 'insurance')).toBe('received');
    expect(received.items.find(({ type }) => type === 'insurance')?.documents).toMatchObject([
      { documentId, title: 'Scan of insurance' },
    ]);
    await stage.remove(documentId);
    expect(stateOf((await fetchJacket(clerk, id)).body, 'insurance')).toBe('missing');
  });

  test('is not received by what waits in the inbox, nor by what belongs to another deal', async () => {
    const [one, other] = [await signedDeal(stage), await signedDeal(stage)];
    await stage.file({ recordId: one.id, type: 'insurance', isFiled: false });
    await stage.file({ recordId: other.id, type: 'insurance' });
    expect(stateOf((await fetchJacket(clerk, one.id)).body, 'insurance')).toBe('missing');
  });

  test('is waived with a reason, and asked for again', async () => {
    const { id } = await signedDeal(stage);
    const { status, body } = await waive(clerk, id, 'menu', 'Signed at the other store');
    expect(status).toBe(200);
    const item = body.items.find(({ type }) => type === 'menu');
    expect(item).toMatchObject({
      state: 'waived',
      waiver: { reason: 'Signed at the other store', by: expect.stringMatching('Nora') },
    });
    const again = await waive(clerk, id, 'menu');
    expect([again.status, again.body]).toMatchObject([
      409,
      { error: 'Signed menu is already waived.' },
    ]);
    expect(stateOf((await undo(clerk, id, 'menu')).body, 'menu')).toBe('missing');
    expect((await undo(clerk, id, 'menu')).status).toBe(200);
    expect((await stage.log(id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['jacket.waived', 'jacket.waiver_undone']),
    );
  });

  test('can’t be waived once it is received, without a reason, or if the deal does not need it', async () => {
    const { id } = await signedDeal(stage);
    await stage.file({ recordId: id, type: 'insurance' });
    const received = await waive(clerk, id, 'insurance');
    expect([received.status, received.body]).toMatchObject([
      409,
      { error: 'Proof of insurance has been received.' },
    ]);
    expect((await waive(clerk, id, 'menu', ' ')).status).toBe(400);
    expect((await waive(clerk, id, 'trade_title')).status).toBe(404);
    expect(missingOf((await fetchJacket(clerk, id)).body)).toContain('menu');
  });

  test('of two waivers at once only one is kept', async () => {
    const { id } = await signedDeal(stage);
    const both = await Promise.all([waive(clerk, id, 'menu'), waive(stage.boss, id, 'menu')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('that was received stays received where the document itself may not be read', async () => {
    const { id } = await signedDeal(stage);
    await stage.file({ recordId: id, type: 'insurance' });
    const seller = await stage.addEmployee();
    const item = (await fetchJacket(seller, id)).body.items.find(
      ({ type }) => type === 'insurance',
    );
    expect(item).toMatchObject({ state: 'received', documents: [] });
  });
});

describe('the board', () => {
  test('shows signed deals until nothing is missing', async () => {
    const { id } = await signedDeal(stage, { type: 'wholesale', method: 'cash' });
    const [row] = (await board(clerk)).filter((one) => one.id === id);
    expect(row).toMatchObject({
      kind: 'wholesale',
      missing: ['bill_of_sale', 'odometer_disclosure', 'title'],
      needed: 3,
      days: 0,
      deliveredOn: null,
    });
    await stage.file({ recordId: id, type: 'bill_of_sale' });
    await stage.file({ recordId: id, type: 'title' });
    expect((await board(clerk)).find((one) => one.id === id)?.missing).toEqual([
      'odometer_disclosure',
    ]);
    await waive(clerk, id, 'odometer_disclosure', 'Older than twenty model years');
    expect(await idsOn(clerk)).not.toContain(id);
  });

  test('leaves out open and canceled deals', async () => {
    const deal = await signedDeal(stage);
    expect(await idsOn(clerk)).toContain(deal.id);
    await moveThrough(stage.boss, deal, 'open');
    expect(await idsOn(clerk)).not.toContain(deal.id);
  });

  test('is filtered by kind, salesperson, store and what is missing, oldest first, page by page', async () => {
    const seller = await stage.addEmployee();
    const older = await deliveredDeal(stage, { salespersonId: seller.id });
    const newer = await signedDeal(stage, {
      method: 'cash',
      secondSalespersonId: seller.id,
    });
    await backdate(stage, older.id, 12);
    const query = { employeeId: seller.id };
    expect(await idsOn(clerk, query)).toEqual([older.id, newer.id]);
    expect(await idsOn(clerk, { ...query, kind: 'cash' })).toEqual([newer.id]);
    expect(await idsOn(clerk, { ...query, missing: 'retail_contract' })).toEqual([older.id]);
    expect(await idsOn(clerk, { ...query, store: 'hyundai' })).toEqual([]);
    expect(await idsOn(clerk, { ...query, q: older.number })).toEqual([older.id]);
    const [first] = await board(clerk, { ...query, limit: 1 });
    expect(first).toMatchObject({ id: older.id, days: 12 });
    const after = { after: first?.since, afterId: first?.id };
    expect(await idsOn(clerk, { ...query, ...after })).toEqual([newer.id]);
    const { body } = await clerk.client.call(countDealJackets, { query });
    expect(body).toEqual({ count: 2, isMore: false });
  });

  test('does not ask a deal for what its checklist did not ask for when it was signed', async () => {
    const { id } = await signedDeal(stage, { type: 'wholesale', method: 'cash' });
    await backdate(stage, id, 200);
    expect((await fetchJacket(clerk, id)).body.items).toEqual([]);
    expect(await idsOn(clerk)).not.toContain(id);
  });

  test('is exported as CSV, which is logged', async () => {
    const seller = await stage.addEmployee();
    const deal = await signedDeal(stage, { salespersonId: seller.id, type: 'wholesale' });
    const { status, body } = await clerk.client.call(exportDealJackets, {
      body: { employeeId: seller.id },
    });
    expect(status).toBe(200);
    const [head, line, end] = String(body).split('\r\n');
    expect(head).toContain('number,kind,store,customer');
    expect(line).toContain(`${deal.number},Wholesale,Ford,`);
    expect(line).toContain('Bill of sale; Odometer disclosure; Title or MCO');
    expect(end).toBe('');
    const logged = await stage.platform.db
      .selectFrom('activity_log')
      .selectAll()
      .where('action', '=', 'jackets.exported')
      .execute();
    expect(logged).toMatchObject([{ actor_id: clerk.id, after: { rows: 1 } }]);
  });

  test('of repair orders shows closed ones with what their lines need', async () => {
    const advisor = await stage.addClerk({ department: 'service' });
    const line = { complaint: 'Recall', opCode: 'R1', laborSaleCents: 100 };
    const order = await openOrder(advisor, stage.customer.id, {
      lines: [{ ...line, payType: 'warranty' }],
    });
    let now = order;
    for (const status of ['in_work', 'completed', 'closed'] as const) {
      now = (await moveOrder(advisor, now, status)).body;
    }
    const list = async () =>
      (await advisor.client.call(listOrderJackets, { query: { limit: 200, q: order.number } }))
        .body;
    expect(await list()).toMatchObject([
      { id: order.id, missing: ['repair_order', 'warranty_claim'] },
    ]);
    await stage.file({ record: 'repair_order', recordId: order.id, type: 'repair_order' });
    await stage.file({ record: 'repair_order', recordId: order.id, type: 'warranty_claim' });
    expect(await list()).toEqual([]);
  });

  test('of new hires is for HR, and has what their department needs', async () => {
    const hr = await stage.addClerk({
      department: 'hr',
      pagePermissions: ['hr', 'document_management'],
    });
    const seller = await stage.addEmployee({ lastName: 'Quillfeather' });
    const list = async (user: StageUser) =>
      (await user.client.call(listHireJackets, { query: { q: 'Quillfeather' } })).body;
    expect(await list(hr)).toMatchObject([
      {
        id: seller.id,
        store: 'ford',
        missing: ['application', 'offer', 'i9', 'w4', 'agreement', 'license'],
      },
    ]);
    await stage.file({ record: 'employee', recordId: seller.id, type: 'i9' });
    expect((await list(hr))[0]?.missing).not.toContain('i9');
    const elsewhere = await stage.addClerk({
      department: 'hr',
      storeAccess: ['hyundai'],
      pagePermissions: ['hr', 'document_management'],
    });
    expect(await list(elsewhere)).toEqual([]);
  });

  test('of new hires counts from the day they are hired, before it comes and until they leave', async () => {
    const hr = await stage.addClerk({
      department: 'hr',
      pagePermissions: ['hr', 'document_management'],
    });
    const seller = await stage.addEmployee({ lastName: 'Thistlewood' });
    const dayIn = (days: number) => addDays(dateAt('America/Los_Angeles', Date.now()), days);
    const seenWith = async (
      hiredOn: string,
      { leftOn = null as string | null, isActive = true },
    ) => {
      await sql`
        with account as (update users set is_active = ${isActive} where id = ${seller.id})
        update employees set hired_on = ${hiredOn}, left_on = ${leftOn} where user_id = ${seller.id}`.execute(
        stage.platform.db,
      );
      const { body } = await hr.client.call(listHireJackets, { query: { q: 'Thistlewood' } });
      const { status, body: jacket } = await fetchJacket(hr, seller.id, 'employee');
      return [body.map(({ since, days }) => [since, days]), status, jacket.since];
    };
    const [longAgo, lately, soon] = [dayIn(-2_000), dayIn(-20), dayIn(5)];
    expect(await seenWith(longAgo, {})).toEqual([[], 200, longAgo]);
    expect(await seenWith(lately, {})).toEqual([[[lately, 20]], 200, lately]);
    expect(await seenWith(soon, { isActive: false })).toEqual([[[soon, -5]], 200, soon]);
    const today = dayIn(0);
    expect(await seenWith(lately, { leftOn: today })).toEqual([[[lately, 20]], 200, lately]);
    expect(await seenWith(lately, { leftOn: dayIn(-1) })).toEqual([[], 404, undefined]);
  });
});

test('a change reaches those who read the jackets of the store, and no one else', async () => {
  const { id } = await signedDeal(stage);
  const service = await stage.addClerk({ department: 'service' });
  const [reader, other] = [await stage.boss.client.socket(), await service.client.socket()];
  await waive(clerk, id, 'menu');
  expect(await reader.next(jacketChanged.type)).toEqual({ record: 'deal', recordId: id });
  await undo(clerk, id, 'menu');
  await reader.next(jacketChanged.type);
  expect(other.frames.some(({ type }) => type === jacketChanged.type)).toBe(false);
  reader.close();
  other.close();
});
