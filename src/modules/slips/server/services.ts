import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import type { SlipDb } from './tables.ts';

/** What the room works with, put together once by the module. */
export interface SlipServices {
  platform: Platform;
  db: SlipDb;
  chat: ChatParts;
  /** Of one person's openings. */
  openings: Limit;
}
