import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import type { SlipDb } from './tables.ts';

/** What the module's functions need, created once at startup. */
export interface SlipServices {
  platform: Platform;
  db: SlipDb;
  chat: ChatParts;
  /** Limits the openings of one person. */
  openings: Limit;
}
