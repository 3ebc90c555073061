import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { createCustomer } from '../../customers/contract/records.ts';
import type { NewUser } from '../../people/server/public.ts';
import { addVehicle, getVehicle, setStatus as setVehicleStatus } from '../../vehicles/contract.ts';
import { checkDigitOf } from '../../vin/contract.ts';
import type { DealPage } from '../contract/deal.ts';
import { createDeal, getDeal, listDealEvents, saveDeal, setStatus } from '../contract.ts';

export interface DealStage extends AdminStage {
  /** A salesperson at the Ford store, with these overrides. */
  addEmployee(overrides?: Partial<NewUser>): Promise<StageUser>;
  /** An employee who manages the inventory of the Ford store. */
  inventoryManager: StageUser;
}

export const costAccess = {
  role: 'manager',
  featurePermissions: ['view_data', 'create_records', 'financial_reports'],
} satisfies Partial<NewUser>;

export async function openDealStage(): Promise<DealStage> {
  const base = await openAdminStage();
  const addEmployee = (overrides: Partial<NewUser> = {}) =>
    base.addUser({
      storeAccess: ['ford'],
      pagePermissions: ['customer_management'],
      featurePermissions: ['view_data', 'create_records'],
      ...overrides,
    });
  const inventoryManager = await addEmployee({
    ...costAccess,
    pagePermissions: ['fleet_operations'],
  });
  return { ...base, addEmployee, inventoryManager };
}

let count = 0;

export async function addCustomer({ client }: StageUser, store: 'ford' | 'hyundai' = 'ford') {
  count += 1;
  const body = {
    clientId: crypto.randomUUID(),
    store,
    kind: 'person' as const,
    firstName: 'Odalys',
    lastName: `Wrenfield${count}`,
  };
  const response = await client.call(createCustomer, { body: body as never });
  if (response.status !== 201) throw new Error(`Not added: ${JSON.stringify(response.body)}`);
  return response.body as { id: number; name: string };
}

let serial = 300_000;

/** A new VIN with a valid check digit. */
export function newVin(): string {
  serial += 1;
  const open = `1FTFW3L50RK${serial}`;
  return `${open.slice(0, 8)}${checkDigitOf(open)}${open.slice(9)}`;
}

/** A frontline-ready vehicle: cost 30,000.00, pack 400.00. */
export async function addCar({ client }: StageUser, overrides: object = {}) {
  const response = await client.call(addVehicle, {
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
  if (response.status !== 201) throw new Error(`Not added: ${JSON.stringify(response.body)}`);
  // One that is added with a status is left where it is.
  if ('status' in overrides) return response.body;
  const { id, version } = response.body;
  const { body } = await client.call(setVehicleStatus, {
    params: { vehicleId: id },
    body: { version, status: 'frontline' },
  });
  return body;
}

export const fetchCar = async ({ client }: StageUser, vehicleId: number) =>
  (await client.call(getVehicle, { params: { vehicleId } })).body;

/** The body of a `createDeal` call. */
export const dealBody = (seller: StageUser, customerId: number, overrides: object = {}) => ({
  clientId: crypto.randomUUID(),
  store: 'ford' as const,
  customerId,
  vehicle: '2023 Ford Escape Active',
  salespersonId: seller.id,
  priceCents: 2_500_000,
  ...overrides,
});

export const tryCreate = (seller: StageUser, customerId: number, overrides: object = {}) =>
  seller.client.call(createDeal, { body: dealBody(seller, customerId, overrides) as never });

export async function create(
  seller: StageUser,
  customerId: number,
  overrides: object = {},
): Promise<DealPage> {
  const response = await tryCreate(seller, customerId, overrides);
  if (response.status !== 201) throw new Error(`Not created: ${JSON.stringify(response.body)}`);
  return response.body;
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
  salespersonId: deal.salesperson?.id ?? null,
  secondSalespersonId: deal.secondSalesperson?.id ?? null,
  closerId: deal.closer?.id ?? null,
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

export const save = ({ client }: StageUser, deal: DealPage, overrides: object = {}) =>
  client.call(saveDeal, {
    params: { dealId: deal.id },
    body: { ...formOf(deal), ...overrides } as never,
  });

export const move = (
  { client }: StageUser,
  deal: Pick<DealPage, 'id' | 'version'>,
  status: DealPage['status'],
  options: { reason?: string; miles?: number; on?: string } = {},
) =>
  client.call(setStatus, {
    params: { dealId: deal.id },
    body: { version: deal.version, status, ...options },
  });

/** Moves a deal through these statuses; each change must succeed. */
export async function moveThrough(
  by: StageUser,
  deal: DealPage,
  ...states: DealPage['status'][]
): Promise<DealPage> {
  let now = deal;
  for (const status of states) {
    const response = await move(by, now, status, { reason: 'As it is' });
    if (response.status !== 200) throw new Error(`Not moved: ${JSON.stringify(response.body)}`);
    now = response.body;
  }
  return now;
}

export const fetchDeal = ({ client }: StageUser, dealId: number) =>
  client.call(getDeal, { params: { dealId } });

export const events = async ({ client }: StageUser, dealId: number) =>
  (await client.call(listDealEvents, { params: { dealId } })).body;
