import type { CalendarDate } from '../../../platform/contract/wallTime.ts';
import type { AwaySpan } from './rules/away.ts';
import type { SchedulesDb } from './tables.ts';

/** The approved time off of each of these people that touches the local days from `from` to `to`. */
export type AwaySource = (
  db: SchedulesDb,
  ids: readonly number[],
  from: CalendarDate,
  to: CalendarDate,
) => Promise<ReadonlyMap<number, readonly AwaySpan[]>>;
