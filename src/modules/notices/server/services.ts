import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import type { NoticeDb, NoticeRow } from './tables.ts';

/** What the module's functions need, created once at startup. */
export interface NoticeServices {
  platform: Platform;
  db: NoticeDb;
  chat: ChatParts;
  /** Schedules an update of the counts in the message; the rows are already up to date. */
  scheduleProgress: (notice: Pick<NoticeRow, 'id'>) => void;
}
