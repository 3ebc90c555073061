import * as z from 'zod/mini';
import { department, stores } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { serverEvent } from '../../platform/contract/socket.ts';

/** HR’s settings and adjustments. */
export const hrWriteAccess = { page: 'hr', feature: 'manage_users' } as const;
export const hrReadAccess = { page: 'hr', feature: 'view_data' } as const;

export const store = z.enum(stores);
export { department };

export const marks = [
  'sun',
  'cross',
  'person',
  'gavel',
  'heart',
  'baby',
  'book',
  'circle',
] as const;
export type Mark = (typeof marks)[number];
export const tones = ['accent', 'success', 'warning', 'danger', 'info', 'neutral'] as const;
export const overdraws = ['refuse', 'warn'] as const;

export const kind = z.object({
  id: z.number(),
  name: z.string(),
  mark: z.enum(marks),
  tone: z.enum(tones),
  isPaid: z.boolean(),
  /** It counts against a balance. */
  hasBalance: z.boolean(),
  /** Otherwise it is approved at once, and the manager is notified. */
  needsApproval: z.boolean(),
  /** Only HR and the person read the reason. */
  hidesReason: z.boolean(),
  /** What happens if the balance is not enough. */
  overdraw: z.enum(overdraws),
  isActive: z.boolean(),
  version: z.number(),
});
export type Kind = z.output<typeof kind>;

/** Working minutes of each weekday, Sunday first. */
export const weekMinutes = z
  .array(z.number().check(z.int(), z.minimum(0), z.maximum(1440)))
  .check(z.length(7));
export type WeekMinutes = readonly number[];
/** Monday to Friday, eight hours. */
export const usualWeek: WeekMinutes = [0, 480, 480, 480, 480, 480, 0];

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/time-off/choices',
  summary: 'The kinds of time off, and what you may do with it',
  access: 'signedIn',
  reply: z.object({
    /** Also those out of use, which earlier time off may have. */
    kinds: z.array(kind),
    /** The stores whose calendar you may see. */
    stores: z.array(store),
    /** False for accounts that are not employees. */
    isEmployee: z.boolean(),
    may: z.object({
      /** Someone reports to you, or you are in HR. */
      approve: z.boolean(),
      /** See everyone’s balances. */
      readAll: z.boolean(),
      /** Adjust balances and change work weeks, holidays and blackout days at your stores. */
      change: z.boolean(),
      /** Change what holds for the whole group: kinds, and rules for every store. */
      changeGroup: z.boolean(),
    }),
  }),
});

/** Sent to everyone: someone’s time off or its settings changed; clients refetch what they show. */
export const timeOffChanged = serverEvent('time_off_changed', {});
