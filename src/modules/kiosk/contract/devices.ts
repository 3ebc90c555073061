import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, text, time, version } from '../../../platform/contract/fields.ts';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { store } from '../../time-clock/contract.ts';
import { enrollmentCode } from '../contract.ts';

export const nameMaxLength = 60;

export const kioskDevice = z.object({
  id: z.number(),
  store,
  name: z.string(),
  /** As the device reports it, such as `Chrome on Android`. */
  browser: z.string(),
  lastSeenAt: z.nullable(time),
  /** Calls every few seconds; false if it has not for two minutes. */
  online: z.boolean(),
  ip: z.string(),
  addedBy: z.string(),
  addedAt: time,
  revokedBy: z.nullable(z.string()),
  revokedAt: z.nullable(time),
  version: z.number(),
});
export type KioskDevice = z.output<typeof kioskDevice>;

/** From where the employees of a store may punch on devices of their own. Kiosks of the store always work. */
export const punchOrigins = ['anywhere', 'networks', 'kiosks'] as const;
export const punchOrigin = z.enum(punchOrigins);
export type PunchOrigin = z.output<typeof punchOrigin>;

export const kioskRule = z.object({
  store,
  punchFrom: punchOrigin,
  /** CIDR blocks, such as `10.20.0.0/16`. */
  networks: z.array(z.string()),
  version: z.number(),
  /** Kiosks in use at the store. */
  kiosks: z.number(),
});
export type KioskRule = z.output<typeof kioskRule>;

export const kioskChoices = z.object({
  /** The stores whose kiosks the user manages. */
  stores: z.array(store),
  devices: z.array(kioskDevice),
  rules: z.array(kioskRule),
  /** The address this request came from. */
  ip: z.string(),
  may: z.object({ changeRules: z.boolean() }),
});

export const listKiosks = endpoint({
  method: 'GET',
  path: '/api/kiosks',
  summary: 'The kiosks of your stores, and from where their employees may punch',
  access: 'signedIn',
  reply: kioskChoices,
});

export const findWaitingDevice = endpoint({
  method: 'GET',
  path: '/api/kiosks/waiting/:code',
  summary: 'The device that shows this code',
  access: 'signedIn',
  params: { code: enrollmentCode },
  reply: z.object({ browser: z.string(), ip: z.string(), requestedAt: time }),
});

const name = text(nameMaxLength);

export const addKiosk = endpoint({
  method: 'POST',
  path: '/api/kiosks',
  summary: 'Make the device that shows this code a kiosk of a store; repeating an id adds one',
  access: 'signedIn',
  body: { clientId: z.uuid(), code: enrollmentCode, store, name },
  reply: kioskDevice,
  status: 201,
});

export const renameKiosk = endpoint({
  method: 'PATCH',
  path: '/api/kiosks/:id',
  summary: 'Rename a kiosk; punches keep the name they were made under',
  access: 'signedIn',
  params: { id: idParam },
  body: { version, name },
  reply: kioskDevice,
});

export const revokeKiosk = endpoint({
  method: 'POST',
  path: '/api/kiosks/:id/revocation',
  summary: 'Remove a kiosk: the device can do nothing from then on',
  access: 'signedIn',
  params: { id: idParam },
  reply: kioskDevice,
});

export const networksMax = 50;

export const setKioskRule = endpoint({
  method: 'PUT',
  path: '/api/kiosks/rules/:store',
  summary: 'Set from where the employees of a store may punch on their own devices',
  access: 'signedIn',
  params: { store },
  body: {
    version,
    punchFrom: punchOrigin,
    networks: z.array(z.string().check(z.trim(), z.maxLength(60))).check(z.maxLength(networksMax)),
  },
  reply: kioskRule,
});

/** Sent to those who manage the kiosks of the store; clients refetch them. */
export const kiosksChanged = serverEvent('kiosks_changed', { store });
