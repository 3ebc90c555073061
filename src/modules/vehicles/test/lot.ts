import { type Employed, type Office, openOffice } from '../../admin/test/office.ts';
import type { NewUser } from '../../people/server/public.ts';
import { checkDigitOf } from '../../vin/contract.ts';
import { addVehicle, getVehicle, setStatus, type VehiclePage } from '../contract.ts';

export interface Lot extends Office {
  /** A Ford manager with full access to its vehicles, with overrides. */
  employ(overrides?: Partial<NewUser>): Promise<Employed>;
}

export async function openLot(env: Record<string, string> = {}): Promise<Lot> {
  const office = await openOffice(env);
  const employ = (overrides: Partial<NewUser> = {}) =>
    office.hire({
      role: 'manager',
      pagePermissions: ['fleet_operations'],
      featurePermissions: ['view_data', 'create_records', 'financial_reports'],
      storeAccess: ['ford'],
      ...overrides,
    });
  return { ...office, employ };
}

let serial = 100_000;

/** An unused VIN with a valid check digit. */
export function newVin(): string {
  serial += 1;
  const open = `1FTFW3L50RK${serial}`;
  return `${open.slice(0, 8)}${checkDigitOf(open)}${open.slice(9)}`;
}

/** A body for `addVehicle`. */
export const carOf = (overrides: Record<string, unknown> = {}) => ({
  clientId: crypto.randomUUID(),
  vin: newVin(),
  store: 'ford' as const,
  year: 2024,
  make: 'Ford',
  model: 'F-150',
  trim: 'XLT',
  mileage: 12_000,
  condition: 'used' as const,
  acquiredOn: '2026-01-05',
  acquiredFrom: 'auction' as const,
  listCents: 4_250_000,
  ...overrides,
});

export async function add(
  { client }: Employed,
  overrides: Record<string, unknown> = {},
): Promise<VehiclePage> {
  const { status, body } = await client.call(addVehicle, { body: carOf(overrides) });
  if (status !== 201) throw new Error(`Vehicle not added:  ${status} ${JSON.stringify(body)}`);
  return body;
}

export const look = ({ client }: Employed, vehicleId: number) =>
  client.call(getVehicle, { params: { vehicleId } });

export const become = (
  { client }: Employed,
  car: { id: number; version: number },
  status: VehiclePage['status'],
  reason?: string,
) =>
  client.call(setStatus, {
    params: { vehicleId: car.id },
    body: { version: car.version, status, ...(reason && { reason }) },
  });
