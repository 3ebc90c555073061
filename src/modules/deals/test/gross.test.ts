import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { listDealEvents, listDeals } from '../contract.ts';
import {
  addCar,
  addCustomer,
  bring,
  look,
  openShowroom,
  type Showroom,
  save,
  seesCost,
  send,
  write,
} from './showroom.ts';

let room: Showroom;
let seller: Employed;
let manager: Employed;
let customer: { id: number; name: string };

beforeAll(async () => {
  room = await openShowroom();
  seller = await room.employ();
  manager = await room.employ(seesCost);
  customer = await addCustomer(seller);
});
afterAll(() => room.stop());

const costs = {
  costCents: 2_200_000,
  reconCents: 120_000,
  packCents: 40_000,
  reserveCents: 75_000,
};
const trade = (given: object) => ({ vehicle: '2018 Kia Sorento', payoffCents: 0, ...given });

describe('gross', () => {
  test.each([
    ['price less cost, reconditioning and pack', {}, 140_000],
    [
      'less what the trade was given above its worth',
      { trade: trade({ allowanceCents: 900_000, acvCents: 800_000 }) },
      40_000,
    ],
    [
      'plus what it was given below its worth',
      { trade: trade({ allowanceCents: 800_000, acvCents: 850_000 }) },
      190_000,
    ],
    [
      'as it is while nobody knows its worth',
      { trade: trade({ allowanceCents: 900_000 }) },
      140_000,
    ],
    ['below nothing where it was sold too low', { priceCents: 2_300_000 }, -60_000],
    ['nothing while nobody has said the cost', { costs: { reserveCents: 75_000 } }, 0],
  ])('in front is %s', async (_, given, frontCents) => {
    const deal = await write(manager, customer.id, { costs, ...given });
    expect(deal.gross).toEqual({ frontCents, backCents: 75_000 });
  });

  test('in the back is the reserve and the products less their cost', async () => {
    const deal = await write(manager, customer.id, {
      costs,
      products: [
        { kind: 'service_contract', priceCents: 249_500, costCents: 130_000 },
        { kind: 'gap', priceCents: 89_500, costCents: 100_000 },
        { kind: 'key', priceCents: 39_900 },
      ],
    });
    expect(deal.gross?.backCents).toBe(75_000 + 119_500 - 10_500);
    const less = await save(manager, deal, { products: deal.products.slice(0, 1), costs });
    expect(less.body.gross?.backCents).toBe(75_000 + 119_500);
  });

  test('follows every save, of a signed deal too, and stands still in the books', async () => {
    const car = await addCar(room.porter);
    const deal = await write(seller, customer.id, { vehicleId: car.id, priceCents: 3_150_000 });
    const signed = await bring(manager, deal, 'signed');
    expect(signed.gross?.frontCents).toBe(3_150_000 - 3_000_000 - 40_000);
    const saved = await save(manager, signed, { priceCents: 3_250_000 });
    expect(saved.body.gross?.frontCents).toBe(210_000);
    const funded = await bring(manager, saved.body, 'delivered', 'funded');
    expect((await save(manager, funded, { priceCents: 1 })).status).toBe(409);
    expect((await look(manager, deal.id)).body.gross?.frontCents).toBe(210_000);
  });
});

describe('who may not see financial reports', () => {
  const hidden = /gross|cost|acv|reserve|recon|pack/i;

  test('reads no cost and no gross: on the page, in the list, in what happened', async () => {
    const deal = await write(manager, customer.id, {
      costs,
      trade: trade({ allowanceCents: 900_000, acvCents: 800_000 }),
      products: [{ kind: 'gap', priceCents: 89_500, costCents: 40_000 }],
    });
    await save(manager, deal, { costs: { ...costs, costCents: 2_100_000 } });
    const read = async ({ client }: Employed) => {
      const page = (await client.call(listDeals, { query: { q: deal.number } })).body;
      const story = await client.call(listDealEvents, { params: { dealId: deal.id } });
      return { deal: (await look({ client } as Employed, deal.id)).body, page, story: story.body };
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
    const { may: _, ...told } = closed.deal;
    expect(JSON.stringify([told, closed.page])).not.toMatch(hidden);
    expect(closed.page).toHaveLength(1);
    // That the cost was changed is said, not to what.
    expect(closed.story[0]?.data).toEqual({ kind: 'parts', what: ['costs'] });
    expect(JSON.stringify(closed.story)).not.toContain('2100000');
  });

  test('cannot write them, and leaves them as they are', async () => {
    for (const given of [
      { costs },
      { trade: trade({ allowanceCents: 1, acvCents: 1 }) },
      { products: [{ kind: 'gap', priceCents: 1, costCents: 1 }] },
    ]) {
      expect((await send(seller, customer.id, given)).status).toBe(403);
    }
    const deal = await write(manager, customer.id, {
      costs,
      trade: trade({ allowanceCents: 900_000, acvCents: 800_000 }),
      products: [{ kind: 'gap', priceCents: 89_500, costCents: 40_000 }],
    });
    const seen = (await look(seller, deal.id)).body;
    const [gap] = seen.products.map(({ id, kind, provider, priceCents }) => ({
      ...{ id, kind, provider, priceCents },
    }));
    const saved = await save(seller, seen, {
      note: 'Wants it on Friday',
      products: [{ kind: 'key', priceCents: 30_000 }, gap],
    });
    expect(saved.status).toBe(200);
    expect((await look(manager, deal.id)).body).toMatchObject({
      costs,
      trade: { acvCents: 800_000 },
      products: [{ kind: 'key' }, { kind: 'gap', costCents: 40_000 }],
      gross: { frontCents: 40_000, backCents: 75_000 + 49_500 },
    });
    expect((await save(seller, saved.body, { costs })).status).toBe(403);
  });
});
