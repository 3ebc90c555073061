import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { createCustomer } from '../../customers/contract/records.ts';
import type { NewUser } from '../../people/server/public.ts';
import type { OrderPage } from '../contract/order.ts';
import { getOrder, openOrder, saveOrder, setStatus } from '../contract.ts';

export interface RepairOrderStage extends AdminStage {
  /** A service advisor of the Ford store, with overrides. */
  addEmployee(overrides?: Partial<NewUser>): Promise<StageUser>;
}

export async function openRepairOrderStage(): Promise<RepairOrderStage> {
  const base = await openAdminStage();
  const addEmployee = (overrides: Partial<NewUser> = {}) =>
    base.addUser({
      storeAccess: ['ford'],
      department: 'service',
      pagePermissions: ['customer_management'],
      featurePermissions: ['view_data', 'create_records'],
      ...overrides,
    });
  return { ...base, addEmployee };
}

let count = 0;

export async function addCustomer(
  { client }: StageUser,
  store: 'ford' | 'hyundai' = 'ford',
  lastName?: string,
) {
  count += 1;
  const body = {
    clientId: crypto.randomUUID(),
    store,
    kind: 'person' as const,
    firstName: 'Odalys',
    lastName: lastName ?? `Wrenfield${count}`,
  };
  const response = await client.call(createCustomer, { body: body as never });
  if (response.status !== 201)
    throw new Error(`Customer not created: ${JSON.stringify(response.body)}`);
  return response.body as { id: number; name: string };
}

export const lineOf = (overrides: Record<string, unknown> = {}) => ({
  payType: 'customer' as const,
  opCode: 'LOF',
  complaint: 'Oil change due',
  laborSaleCents: 4_995,
  partsSaleCents: 5_250,
  hoursFlagged: 50,
  ...overrides,
});

/** A body for `openOrder`. */
export const orderBody = (advisor: StageUser, customerId: number, overrides: object = {}) => ({
  clientId: crypto.randomUUID(),
  store: 'ford' as const,
  customerId,
  vehicle: '2021 Ford Escape SEL',
  advisorId: advisor.id,
  lines: [lineOf()],
  ...overrides,
});

export async function open(
  advisor: StageUser,
  customerId: number,
  overrides: object = {},
): Promise<OrderPage> {
  const response = await advisor.client.call(openOrder, {
    body: orderBody(advisor, customerId, overrides) as never,
  });
  if (response.status !== 201)
    throw new Error(`Repair order not created: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** The body a form would send for an order. */
export const formOf = (order: OrderPage) => ({
  version: order.version,
  customerId: order.customer.id,
  vehicle: order.vehicle,
  vin: order.vin,
  advisorId: order.advisor.id,
  promisedAt: order.promisedAt,
  milesIn: order.milesIn,
  milesOut: order.milesOut,
  note: order.note,
  lines: order.lines.map(({ technician, cost: _, ...line }) => ({
    ...line,
    technicianId: technician?.id ?? null,
  })),
});

export const save = ({ client }: StageUser, order: OrderPage, overrides: object = {}) =>
  client.call(saveOrder, {
    params: { orderId: order.id },
    body: { ...formOf(order), ...overrides } as never,
  });

export const move = (
  { client }: StageUser,
  order: Pick<OrderPage, 'id' | 'version'>,
  status: OrderPage['status'],
  reason?: string,
) =>
  client.call(setStatus, {
    params: { orderId: order.id },
    body: { version: order.version, status, ...(reason && { reason }) },
  });

export const fetchOrder = ({ client }: StageUser, orderId: number) =>
  client.call(getOrder, { params: { orderId } });
