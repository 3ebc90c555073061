import type { ColumnType, Generated, Selectable } from 'kysely';

type Fields = Record<string, unknown>;

interface ActivityLogTable {
  id: ColumnType<number, never, never>;
  at: Generated<Date>;
  actor_id: number | null;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: string | null;
  subject_name: string;
  /** Only the fields that changed. */
  before: ColumnType<Fields | null, string | null, never>;
  after: ColumnType<Fields | null, string | null, never>;
  ip: string;
  /** Names, action and IP address in lower case; maintained by the database. */
  search_text: ColumnType<string, never, never>;
}

interface ActivitySealsTable {
  position: number;
  activity_id: number;
  key_id: string;
  seal: Buffer;
}

export interface ActivityTables {
  activity_log: ActivityLogTable;
  activity_seals: ActivitySealsTable;
}

export type ActivityRow = Selectable<ActivityLogTable>;
