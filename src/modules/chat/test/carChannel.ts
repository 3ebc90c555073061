import type { Client } from '../../../../test/support/client.ts';
import type { NewUser } from '../../people/server/public.ts';
import { type Car, truck } from '../../records/test/cars.ts';
import { openRecordChannel } from '../contract/records.ts';

/** The rights to see the vehicles of `carSource` at the Ford store. */
export const seesCars: Pick<NewUser, 'storeAccess' | 'pagePermissions' | 'featurePermissions'> = {
  storeAccess: ['ford'],
  pagePermissions: ['fleet_operations'],
  featurePermissions: ['view_data'],
};

/** Opens the conversation of a vehicle, without following it; returns its id. */
export async function openCarChannel(client: Client, { id }: Car = truck): Promise<string> {
  const params = { kind: 'vehicle' as const, id };
  return (await client.call(openRecordChannel, { params })).body.id;
}
