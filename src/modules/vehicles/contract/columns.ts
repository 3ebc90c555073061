import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { message } from '../../../platform/contract/fields.ts';
import { readAccess } from './vehicle.ts';

/** Optional columns of the stock list. */
export const columnNames = [
  'vin',
  'store',
  'condition',
  'class',
  'status',
  'delivery',
  'mileage',
  'exterior',
  'location',
  'key',
  'days',
  'price',
  'msrp',
  'cost',
  'gross',
] as const;
export type ColumnName = (typeof columnNames)[number];
const columns = z.array(z.enum(columnNames)).check(z.maxLength(columnNames.length));

export const getColumns = endpoint({
  method: 'GET',
  path: '/api/fleet/columns',
  summary: 'Your columns of the stock list',
  access: readAccess,
  reply: z.object({ columns: z.nullable(columns) }),
});

export const setColumns = endpoint({
  method: 'PUT',
  path: '/api/fleet/columns',
  summary: 'Choose the columns of the stock list',
  access: readAccess,
  body: { columns },
  reply: message,
});
