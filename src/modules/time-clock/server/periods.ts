import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';

/** A change of one person’s hours, around these instants in milliseconds. */
export interface HoursChange {
  userId: number;
  instants: readonly number[];
  author: Pick<Actor, 'userId'>;
  reason: string;
  /**
   * Hours of a locked pay period may change: the difference is paid in the next one. False: the author can choose that;
   * `never`: they cannot.
   */
  adjust: boolean | 'never';
}

/** The pay periods whose hours are locked; the module that pays them hands it in. */
export interface HoursLocks {
  /** Whether any hours are locked. */
  hasLocked(tx: Db<AnyTables>): Promise<boolean>;
  /** Whether any of the person’s hours between two instants are locked. Nothing is locked until the end of `tx`. */
  isLocked(
    tx: Db<AnyTables>,
    userId: number,
    span: { start: number; end: number },
  ): Promise<boolean>;
  /**
   * Makes a change in `tx`, after `lockHours`. Throws 409 if it changes hours of a locked period, with the field
   * `adjust` if the difference can be paid in the next one.
   */
  guard<Result>(
    tx: Db<AnyTables>,
    change: HoursChange,
    apply: () => Promise<Result>,
  ): Promise<Result>;
}
