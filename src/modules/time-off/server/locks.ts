import type { CalendarDate } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';

/** A change of one person’s approved time off on days between these two, inclusive. */
export interface TimeOffChange {
  userId: number;
  from: CalendarDate;
  to: CalendarDate;
  author: Pick<Actor, 'userId'>;
  /** What happened, for those who see their pay: without the kind and without anyone’s words. */
  reason: string;
}

/** The pay periods whose time off is locked; the module that pays it hands it in. */
export interface TimeOffLocks {
  /** Makes a change in `tx`, after `lockTimeOff`. What it changes of locked periods is paid in the next open one. */
  guard<Result>(
    tx: Db<AnyTables>,
    change: TimeOffChange,
    apply: () => Promise<Result>,
  ): Promise<Result>;
}
