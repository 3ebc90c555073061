import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import type { NoticeDb, NoticeRow } from './tables.ts';

/** What the room works with, put together once by the module. */
export interface NoticeServices {
  platform: Platform;
  db: NoticeDb;
  chat: ChatParts;
  /** Lets the message say how far its notice is, soon; the truth is in the rows already. */
  noteProgress: (notice: Pick<NoticeRow, 'id'>) => void;
}
