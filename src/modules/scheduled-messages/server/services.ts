import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import type { Guard } from '../../data-guard/server/public.ts';
import type { ScheduledDb } from './tables.ts';

/** What the module's functions need, created once at startup. */
export interface ScheduledServices {
  db: ScheduledDb;
  realtime: Platform['realtime'];
  log: Platform['log'];
  chat: ChatParts;
  guard: Guard;
}
