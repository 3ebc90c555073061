import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { time } from '../../platform/contract/fields.ts';
import { clockStatuses, punchKind, store } from '../time-clock/contract.ts';

/** A code on a device that waits to be enrolled: `7KQM-4T9X` without the hyphen; no letter looks like a digit. */
export const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const codeLength = 8;
/** As entered: any case, with or without spaces and hyphens. */
export const enrollmentCode = z.string().check(
  z.maxLength(20),
  z.overwrite((typed) => typed.toUpperCase().replace(/[\s-]/g, '')),
  z.regex(/^[A-HJ-NP-Z2-9]{8}$/, 'Enter the 8 letters and digits that the device shows'),
);

export const pinMinLength = 4;
export const pinMaxLength = 8;

/** How long someone stays signed in at a kiosk; the screen returns to the start earlier, when no one touches it. */
export const signInSeconds = 60;

/** What a device may be: no kiosk, waiting for its code to be entered, or a kiosk. */
export const kioskStates = ['new', 'waiting', 'ready'] as const;

export const kiosk = z.object({
  state: z.enum(kioskStates),
  /** While waiting. */
  enrollment: z.nullable(z.object({ code: z.string(), expiresAt: time })),
  /** When ready. */
  device: z.nullable(z.object({ name: z.string(), store })),
  timezone: z.string(),
  serverTime: time,
});
export type Kiosk = z.output<typeof kiosk>;

// These are called by devices, which are not users: the handlers demand the device's own cookie.

export const getKiosk = endpoint({
  method: 'GET',
  path: '/api/kiosk',
  summary:
    'What this device is: a kiosk, one that waits to be added, or neither; 401 once it was removed',
  access: 'public',
  reply: kiosk,
});

export const requestEnrollment = endpoint({
  method: 'POST',
  path: '/api/kiosk/enrollment',
  summary: 'Show a code with which a manager makes this device a kiosk, for ten minutes',
  access: 'public',
  reply: kiosk,
  status: 201,
});

/** In any case, with or without leading zeros. */
const employeeNumber = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter your employee number'), z.maxLength(20));
const typedPin = z.string().check(z.minLength(1, 'Enter your PIN'), z.maxLength(20));

/** The hours of someone at a kiosk. */
const workerClock = z.object({
  status: z.enum(clockStatuses),
  since: z.nullable(time),
  /** Where the running or the last shift takes place. */
  store: z.nullable(store),
  forgotten: z.boolean(),
  todayMs: z.number(),
  weekMs: z.number(),
  serverTime: time,
});

export const signInAtKiosk = endpoint({
  method: 'POST',
  path: '/api/kiosk/sign-ins',
  summary: 'Identify an employee at a kiosk by number and PIN, for one punch within a minute',
  access: 'public',
  body: { number: employeeNumber, pin: typedPin },
  reply: z.object({
    /** Sent back with the punch. */
    token: z.string(),
    name: z.string(),
    clock: workerClock,
    /** What they can do now. */
    actions: z.array(punchKind),
    /** Why they cannot clock in here. */
    refusal: z.nullable(z.string()),
  }),
});
export type KioskWorker = z.output<(typeof signInAtKiosk)['reply']>;

export const punchAtKiosk = endpoint({
  method: 'POST',
  path: '/api/kiosk/punches',
  summary: 'Record a punch of the employee who signed in; repeating an id is idempotent',
  access: 'public',
  body: {
    token: z.string().check(z.minLength(1), z.maxLength(100)),
    clientId: z.uuid(),
    kind: punchKind,
  },
  reply: z.object({ kind: punchKind, at: time, clock: workerClock }),
});
export type KioskPunched = z.output<(typeof punchAtKiosk)['reply']>;
