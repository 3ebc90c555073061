import * as z from 'zod/mini';
import { department, storeAccess } from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, time } from '../../../platform/contract/fields.ts';
import { toolAccess } from '../../time-clock/contract.ts';
import { pinMaxLength, pinMinLength } from '../contract.ts';

export const pin = z
  .string()
  .check(
    z.regex(/^\d*$/, 'Use digits only'),
    z.minLength(pinMinLength, 'Use at least 4 digits'),
    z.maxLength(pinMaxLength, 'Use at most 8 digits'),
  );

const ownPin = z.object({
  /** The employee number, to enter at a kiosk; null if HR has given none. */
  number: z.nullable(z.string()),
  /** Null without a PIN. */
  setAt: z.nullable(time),
});

export const getOwnPin = endpoint({
  method: 'GET',
  path: '/api/kiosks/pin',
  summary: 'Whether you have a PIN for kiosks, and the number to enter with it',
  access: toolAccess,
  reply: ownPin,
});

export const setOwnPin = endpoint({
  method: 'PUT',
  path: '/api/kiosks/pin',
  summary: 'Set your PIN for kiosks; requires your password',
  access: toolAccess,
  body: { pin, currentPassword: z.string().check(z.minLength(1), z.maxLength(256)) },
  reply: ownPin,
});

export const pinRow = z.object({
  id: z.number(),
  name: z.string(),
  /** The employee number. */
  number: z.nullable(z.string()),
  department: z.nullable(department),
  stores: storeAccess,
  setAt: z.nullable(time),
});
export type PinRow = z.output<typeof pinRow>;

export const listPins = endpoint({
  method: 'GET',
  path: '/api/kiosks/pins',
  summary:
    'The employees whose hours you manage, and since when each has a PIN; PINs are never shown',
  access: 'signedIn',
  reply: z.array(pinRow),
});

export const clearPin = endpoint({
  method: 'DELETE',
  path: '/api/kiosks/pins/:id',
  summary: 'Clear the PIN of someone whose hours you manage: they set a new one themselves',
  access: 'signedIn',
  params: { id: idParam },
  reply: pinRow,
});
