import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import {
  addVehicle,
  type CustomerVehicle,
  listGarage,
  saveVehicle,
} from '../../customers/contract/timeline.ts';
import {
  addCar,
  addCustomer,
  costAccess,
  create,
  type DealStage,
  move,
  moveThrough,
  openDealStage,
  save,
} from './stage.ts';

let stage: DealStage;
let manager: StageUser;
let car: Awaited<ReturnType<typeof addCar>>;
let customer: { id: number };
beforeAll(async () => {
  stage = await openDealStage();
  manager = await stage.addEmployee(costAccess);
});
afterAll(() => stage.stop());

const garage = async (customerId: number) =>
  (await manager.client.call(listGarage, { params: { customerId } })).body;
async function sellCar(overrides: object = {}) {
  car = await addCar(stage.inventoryManager);
  customer = await addCustomer(manager);
  const deal = await create(manager, customer.id, { vehicleId: car.id, ...overrides });
  return moveThrough(manager, deal, 'signed');
}
const reason = 'As it is';
const bodyOf = ({ id: _, mileageAt: __, ...vehicle }: CustomerVehicle) => vehicle;

describe('a delivered vehicle', () => {
  test('is in the garage of its buyer until the delivery is undone', async () => {
    const signed = await sellCar();
    expect(await garage(customer.id)).toEqual([]);
    const { body: delivered } = await move(manager, signed, 'delivered', { miles: 31 });
    expect(await garage(customer.id)).toMatchObject([
      {
        vin: car.vin,
        description: delivered.vehicle,
        mileage: 31,
        stillOwns: true,
        soldByStore: 'ford',
        purchasedOn: delivered.deliveredOn,
      },
    ]);
    const funded = await moveThrough(manager, delivered, 'funded');
    expect(await garage(customer.id)).toHaveLength(1);
    const again = await moveThrough(manager, funded, 'delivered', 'signed');
    expect(await garage(customer.id)).toEqual([]);
    await moveThrough(manager, again, 'delivered');
    expect(await garage(customer.id)).toHaveLength(1);
  });

  test('leaves the garage when the deal is canceled, but stays as a former vehicle if it was edited', async () => {
    const delivered = await moveThrough(manager, await sellCar(), 'delivered');
    const [inGarage] = await garage(customer.id);
    if (!inGarage) throw new Error('The vehicle is not in the garage');
    const { version, ...facts } = bodyOf(inGarage);
    await manager.client.call(saveVehicle, {
      params: { customerId: customer.id, vehicleId: inGarage.id },
      body: { version, ...facts, plate: 'KS 4711' } as never,
    });
    expect((await move(manager, delivered, 'canceled', { reason })).status).toBe(200);
    expect(await garage(customer.id)).toMatchObject([
      { plate: 'KS 4711', stillOwns: false, soldByStore: null },
    ]);
  });

  test('moves to the new customer when the customer of the deal changes', async () => {
    const delivered = await moveThrough(manager, await sellCar(), 'delivered');
    const other = await addCustomer(manager);
    const { status } = await save(manager, delivered, { customerId: other.id });
    expect(status).toBe(200);
    expect(await garage(customer.id)).toEqual([]);
    expect(await garage(other.id)).toMatchObject([{ vin: car.vin, stillOwns: true }]);
  });

  test('is not added twice if the garage already had it', async () => {
    const signed = await sellCar();
    await manager.client.call(addVehicle, {
      params: { customerId: customer.id },
      body: {
        clientId: crypto.randomUUID(),
        vin: car.vin,
        description: 'The blue one',
        plate: '',
        plateState: '',
        mileage: null,
        purchasedOn: null,
        soldByStore: null,
        stillOwns: false,
      } as never,
    });
    await moveThrough(manager, signed, 'delivered');
    expect(await garage(customer.id)).toMatchObject([
      { description: 'The blue one', stillOwns: true, soldByStore: 'ford' },
    ]);
  });

  test('of a wholesale deal is in no garage', async () => {
    await moveThrough(manager, await sellCar({ type: 'wholesale' }), 'delivered');
    expect(await garage(customer.id)).toEqual([]);
  });
});
