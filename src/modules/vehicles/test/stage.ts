import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { checkDigitOf } from '../../vin/contract.ts';
import { addVehicle, getVehicle, setStatus, type VehiclePage } from '../contract.ts';

export interface VehicleStage extends AdminStage {
  /** A Ford manager with full access to its vehicles, with overrides. */
  addEmployee(overrides?: Partial<NewUser>): Promise<StageUser>;
}

export async function openVehicleStage(env: Record<string, string> = {}): Promise<VehicleStage> {
  const base = await openAdminStage(env);
  const addEmployee = (overrides: Partial<NewUser> = {}) =>
    base.addUser({
      role: 'manager',
      pagePermissions: ['fleet_operations'],
      featurePermissions: ['view_data', 'create_records', 'financial_reports'],
      storeAccess: ['ford'],
      ...overrides,
    });
  return { ...base, addEmployee };
}

let serial = 100_000;

/** An unused VIN with a valid check digit. */
export function newVin(): string {
  serial += 1;
  const open = `1FTFW3L50RK${serial}`;
  return `${open.slice(0, 8)}${checkDigitOf(open)}${open.slice(9)}`;
}

/** A body for `addVehicle`. */
export const vehicleBody = (overrides: Record<string, unknown> = {}) => ({
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
  { client }: StageUser,
  overrides: Record<string, unknown> = {},
): Promise<VehiclePage> {
  const { status, body } = await client.call(addVehicle, { body: vehicleBody(overrides) });
  if (status !== 201) throw new Error(`Vehicle not added: ${status} ${JSON.stringify(body)}`);
  return body;
}

export const fetchVehicle = ({ client }: StageUser, vehicleId: number) =>
  client.call(getVehicle, { params: { vehicleId } });

export const changeStatus = (
  { client }: StageUser,
  car: { id: number; version: number },
  status: VehiclePage['status'],
  reason?: string,
) =>
  client.call(setStatus, {
    params: { vehicleId: car.id },
    body: { version: car.version, status, ...(reason && { reason }) },
  });
