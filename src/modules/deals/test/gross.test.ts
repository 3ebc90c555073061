import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listDealEvents, listDeals } from '../contract.ts';
import {
  addCar,
  addCustomer,
  costAccess,
  create,
  type DealStage,
  fetchDeal,
  moveThrough,
  openDealStage,
  save,
  tryCreate,
} from './stage.ts';

let stage: DealStage;
let seller: StageUser;
let manager: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openDealStage();
  seller = await stage.addEmployee();
  manager = await stage.addEmployee(costAccess);
  customer = await addCustomer(seller);
});
afterAll(() => stage.stop());

const costs = {
  costCents: 2_200_000,
  reconCents: 120_000,
  packCents: 40_000,
  reserveCents: 75_000,
};
const trade = (overrides: object) => ({
  vehicle: '2018 Kia Sorento',
  payoffCents: 0,
  ...overrides,
});

describe('gross', () => {
  test.each([
    ['price less cost, reconditioning and pack', {}, 140_000],
    [
      'less an over-allowance',
      { trade: trade({ allowanceCents: 900_000, acvCents: 800_000 }) },
      40_000,
    ],
    [
      'plus an under-allowance',
      { trade: trade({ allowanceCents: 800_000, acvCents: 850_000 }) },
      190_000,
    ],
    ['unchanged while the ACV is unknown', { trade: trade({ allowanceCents: 900_000 }) }, 140_000],
    ['negative if sold below cost', { priceCents: 2_300_000 }, -60_000],
    ['zero while the cost is unknown', { costs: { reserveCents: 75_000 } }, 0],
  ])('in front is %s', async (_, overrides, frontCents) => {
    const deal = await create(manager, customer.id, { costs, ...overrides });
    expect(deal.gross).toEqual({ frontCents, backCents: 75_000 });
  });

  test('in back is the reserve plus products less their cost', async () => {
    const deal = await create(manager, customer.id, {
      costs,
      products: [
        { kind: 'service_contract', priceCents: 249_500, costCents: 130_000 },
        { kind: 'gap', priceCents: 89_500, costCents: 100_000 },
        { kind: 'key', priceCents: 39_900 },
      ],
    });
    expect(deal.gross?.backCents).toBe(75_000 + 119_500 - 10_500);
    const fewerProducts = await save(manager, deal, { products: deal.products.slice(0, 1), costs });
    expect(fewerProducts.body.gross?.backCents).toBe(75_000 + 119_500);
  });

  test('follows every save, also of a signed deal, and is fixed once closed', async () => {
    const car = await addCar(stage.inventoryManager);
    const deal = await create(seller, customer.id, { vehicleId: car.id, priceCents: 3_150_000 });
    const signed = await moveThrough(manager, deal, 'signed');
    expect(signed.gross?.frontCents).toBe(3_150_000 - 3_000_000 - 40_000);
    const saved = await save(manager, signed, { priceCents: 3_250_000 });
    expect(saved.body.gross?.frontCents).toBe(210_000);
    const funded = await moveThrough(manager, saved.body, 'delivered', 'funded');
    expect((await save(manager, funded, { priceCents: 1 })).status).toBe(409);
    expect((await fetchDeal(manager, deal.id)).body.gross?.frontCents).toBe(210_000);
  });
});

describe('without access to financial reports', () => {
  const hidden = /gross|cost|acv|reserve|recon|pack/i;

  test('no cost or gross is readable: on the page, in the list, in the history', async () => {
    const deal = await create(manager, customer.id, {
      salespersonId: seller.id,
      costs,
      trade: trade({ allowanceCents: 900_000, acvCents: 800_000 }),
      products: [{ kind: 'gap', priceCents: 89_500, costCents: 40_000 }],
    });
    await save(manager, deal, { costs: { ...costs, costCents: 2_100_000 } });
    const read = async ({ client }: StageUser) => {
      const page = (await client.call(listDeals, { query: { q: deal.number } })).body;
      const history = await client.call(listDealEvents, { params: { dealId: deal.id } });
      return {
        deal: (await fetchDeal({ client } as StageUser, deal.id)).body,
        page,
        history: history.body,
      };
    };
    const open = await read(manager);
    expect(open.deal).toMatchObject({
      gross: { frontCents: 140_000, backCents: 75_000 + 49_500 },
      costs: { costCents: 2_100_000 },
      trade: { acvCents: 800_000 },
      products: [{ costCents: 40_000 }],
    });
    expect(open.page[0]?.gross).toEqual(open.deal.gross);
    const closed = await read(seller);
    expect(closed.deal.may.seeCost).toBe(false);
    const { may: _, ...readable } = closed.deal;
    expect(JSON.stringify([readable, closed.page])).not.toMatch(hidden);
    expect(closed.page).toHaveLength(1);
    // The history shows that the cost changed, but not its value.
    expect(closed.history[0]?.data).toEqual({ kind: 'parts', what: ['costs'] });
    expect(JSON.stringify(closed.history)).not.toContain('2100000');
  });

  test('costs cannot be written and stay as they are', async () => {
    for (const overrides of [
      { costs },
      { trade: trade({ allowanceCents: 1, acvCents: 1 }) },
      { products: [{ kind: 'gap', priceCents: 1, costCents: 1 }] },
    ]) {
      expect((await tryCreate(seller, customer.id, overrides)).status).toBe(403);
    }
    const deal = await create(manager, customer.id, {
      salespersonId: seller.id,
      costs,
      trade: trade({ allowanceCents: 900_000, acvCents: 800_000 }),
      products: [{ kind: 'gap', priceCents: 89_500, costCents: 40_000 }],
    });
    const seen = (await fetchDeal(seller, deal.id)).body;
    const [gap] = seen.products.map(({ id, kind, provider, priceCents }) => ({
      id,
      kind,
      provider,
      priceCents,
    }));
    const saved = await save(seller, seen, {
      note: 'Wants it on Friday',
      products: [{ kind: 'key', priceCents: 30_000 }, gap],
    });
    expect(saved.status).toBe(200);
    expect((await fetchDeal(manager, deal.id)).body).toMatchObject({
      costs,
      trade: { acvCents: 800_000 },
      products: [{ kind: 'key' }, { kind: 'gap', costCents: 40_000 }],
      gross: { frontCents: 40_000, backCents: 75_000 + 49_500 },
    });
    expect((await save(seller, saved.body, { costs })).status).toBe(403);
  });
});
