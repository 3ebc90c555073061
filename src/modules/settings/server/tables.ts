import type { ColumnType, Generated } from 'kysely';
import type { PeopleTables } from '../../people/server/public.ts';

interface AvatarsTable {
  user_id: number;
  /** WebP, encoded by the server. */
  image: ColumnType<Buffer<ArrayBuffer>, Buffer, Buffer>;
  etag: string;
  updated_at: Generated<Date>;
}

export interface SettingsTables extends PeopleTables {
  avatars: AvatarsTable;
}
