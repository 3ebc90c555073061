import { type Employed, type Office, openOffice } from '../../admin/test/office.ts';
import { createCustomer } from '../../customers/contract/records.ts';
import type { NewUser } from '../../people/server/public.ts';
import { addVehicle, getVehicle, setStatus as setVehicleStatus } from '../../vehicles/contract.ts';
import { checkDigitOf } from '../../vin/contract.ts';
import type { DealPage } from '../contract/deal.ts';
import { createDeal, getDeal, listDealEvents, saveDeal, setStatus } from '../contract.ts';

export interface Stage extends Office {
  /** A salesperson at the Ford store, with these overrides. */
  employ(overrides?: Partial<NewUser>): Promise<Employed>;
  /** An employee who manages the inventory of the Ford store. */
  porter: Employed;
}

export const seesCost = {
  role: 'manager',
  featurePermissions: ['view_data', 'create_records', 'financial_reports'],
} satisfies Partial<NewUser>;

export async function openStage(): Promise<Stage> {
  const office = await openOffice();
  const employ = (overrides: Partial<NewUser> = {}) =>
    office.hire({
      storeAccess: ['ford'],
      pagePermissions: ['customer_management'],
      featurePermissions: ['view_data', 'create_records'],
      ...overrides,
    });
  const porter = await employ({ ...seesCost, pagePermissions: ['fleet_operations'] });
  return { ...office, employ, porter };
}

let count = 0;

export async function addCustomer({ client }: Employed, store: 'ford' | 'hyundai' = 'ford') {
  count += 1;
  const body = {
    clientId: crypto.randomUUID(),
    store,
    kind: 'person' as const,
    firstName: 'Odalys',
    lastName: `Wrenfield${count}`,
  };
  const answer = await client.call(createCustomer, { body: body as never });
  if (answer.status !== 201) throw new Error(`Not added: ${JSON.stringify(answer.body)}`);
  return answer.body as { id: number; name: string };
}

let serial = 300_000;

/** A new VIN with a valid check digit. */
export function newVin(): string {
  serial += 1;
  const open = `1FTFW3L50RK${serial}`;
  return `${open.slice(0, 8)}${checkDigitOf(open)}${open.slice(9)}`;
}

/** A frontline-ready vehicle: cost 30,000.00, pack 400.00. */
export async function addCar({ client }: Employed, overrides: object = {}) {
  const answer = await client.call(addVehicle, {
    body: {
      clientId: crypto.randomUUID(),
      vin: newVin(),
      store: 'ford',
      year: 2024,
      make: 'Ford',
      model: 'F-150',
      trim: 'XLT',
      mileage: 12,
      condition: 'new',
      acquiredOn: '2026-01-05',
      acquiredFrom: 'factory',
      listCents: 3_600_000,
      costCents: 3_000_000,
      packCents: 40_000,
      ...overrides,
    } as never,
  });
  if (answer.status !== 201) throw new Error(`Not added: ${JSON.stringify(answer.body)}`);
  // One that is added with a status is left where it is.
  if ('status' in overrides) return answer.body;
  const { id, version } = answer.body;
  const { body } = await client.call(setVehicleStatus, {
    params: { vehicleId: id },
    body: { version, status: 'frontline' },
  });
  return body;
}

export const lookAtCar = async ({ client }: Employed, vehicleId: number) =>
  (await client.call(getVehicle, { params: { vehicleId } })).body;

/** The body of a `createDeal` call. */
export const dealOf = (seller: Employed, customerId: number, overrides: object = {}) => ({
  clientId: crypto.randomUUID(),
  store: 'ford' as const,
  customerId,
  vehicle: '2023 Ford Escape Active',
  salespersonId: seller.id,
  priceCents: 2_500_000,
  ...overrides,
});

export const send = (seller: Employed, customerId: number, overrides: object = {}) =>
  seller.client.call(createDeal, { body: dealOf(seller, customerId, overrides) as never });

export async function write(
  seller: Employed,
  customerId: number,
  overrides: object = {},
): Promise<DealPage> {
  const answer = await send(seller, customerId, overrides);
  if (answer.status !== 201) throw new Error(`Not created: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A deal as the form sends it back, without costs. */
export const formOf = (deal: DealPage) => ({
  version: deal.version,
  type: deal.type,
  customerId: deal.customer.id,
  vehicleId: deal.vehicleId,
  vehicle: deal.vehicle,
  vin: deal.vin,
  stockNumber: deal.stockNumber,
  condition: deal.condition,
  salespersonId: deal.salesperson.id,
  secondSalespersonId: deal.secondSalesperson?.id ?? null,
  financeManagerId: deal.financeManager?.id ?? null,
  method: deal.method,
  lender: deal.lender,
  rate: deal.rate,
  termMonths: deal.termMonths,
  priceCents: deal.priceCents,
  feesCents: deal.feesCents,
  taxCents: deal.taxCents,
  rebateCents: deal.rebateCents,
  downCents: deal.downCents,
  trade: deal.trade && (({ acvCents: _, ...trade }) => trade)(deal.trade),
  products: deal.products.map(({ costCents: _, ...product }) => product),
  dueBills: deal.dueBills.map(({ id, what, doneAt }) => ({ id, what, isDone: doneAt !== null })),
  note: deal.note,
});

export const save = ({ client }: Employed, deal: DealPage, overrides: object = {}) =>
  client.call(saveDeal, {
    params: { dealId: deal.id },
    body: { ...formOf(deal), ...overrides } as never,
  });

export const move = (
  { client }: Employed,
  deal: Pick<DealPage, 'id' | 'version'>,
  status: DealPage['status'],
  options: { reason?: string; miles?: number } = {},
) =>
  client.call(setStatus, {
    params: { dealId: deal.id },
    body: { version: deal.version, status, ...options },
  });

/** Moves a deal through these statuses; each change must succeed. */
export async function bring(
  by: Employed,
  deal: DealPage,
  ...states: DealPage['status'][]
): Promise<DealPage> {
  let now = deal;
  for (const status of states) {
    const answer = await move(by, now, status, { reason: 'As it is' });
    if (answer.status !== 200) throw new Error(`Not moved: ${JSON.stringify(answer.body)}`);
    now = answer.body;
  }
  return now;
}

export const look = ({ client }: Employed, dealId: number) =>
  client.call(getDeal, { params: { dealId } });

export const events = async ({ client }: Employed, dealId: number) =>
  (await client.call(listDealEvents, { params: { dealId } })).body;
