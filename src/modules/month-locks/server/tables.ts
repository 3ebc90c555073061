import type { Generated, GeneratedAlways } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';

interface MonthLocksTable {
  id: GeneratedAlways<number>;
  store: Store;
  /** The last day of the last locked month; written as text, read with `::text`. */
  through: string | null;
  reason: string | null;
  changed_by: number;
  changed_at: Generated<Date>;
}

export type MonthLocksDb = Db<{ month_locks: MonthLocksTable }>;
