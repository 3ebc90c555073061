import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { TimeOff } from '../../contract/statement.ts';

/** Paid time off; the module that grants it hands it in. */
export interface TimeOffSource {
  /** What was taken between these days, inclusive, in milliseconds by the name of its kind. */
  find(
    db: Db<AnyTables>,
    userIds: readonly number[],
    from: string,
    to: string,
  ): Promise<ReadonlyMap<number, readonly TimeOff[]>>;
  /** The names of the kinds that are paid. */
  listKinds(db: Db<AnyTables>): Promise<string[]>;
}

export const noTimeOff: TimeOffSource = {
  find: async () => new Map(),
  listKinds: async () => [],
};
