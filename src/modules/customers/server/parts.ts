import type { RawBuilder } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { TimelineLine } from '../contract/timeline.ts';

/**
 * Lines a room above has about customers: its deals, leads, repair orders. `customerIds` are the customer's
 * own number and those merged into it; the room leaves out what the actor may not see.
 */
export interface TimelineSource {
  /** Unique among the sources; the keys of its lines begin with it: `deal:17`. */
  name: string;
  /** The latest first, none later than `before`, at most `limit`; in one question to the database. */
  lines(
    actor: Actor,
    customerIds: readonly number[],
    page: { before: Date; limit: number },
  ): Promise<TimelineLine[]>;
}

/**
 * Finds customers by what a room above knows of them: a VIN or stock number that was sold, a number of a
 * deal or repair order. Whom the actor may not see is left out here anyway.
 */
export interface CustomerFinder {
  /** The customers' numbers, at most 50, for what was typed; none where it has not the form. */
  find(typed: string, stores: readonly Store[]): Promise<number[]>;
}

/** Days, `end` being the day after the last, and the same as instants of the group’s time zone. */
export interface ActivitySpan {
  days: { from: CalendarDate; end: CalendarDate };
  from: Date;
  end: Date;
}

/** Who was active at a store, by the records of a module above: `select customer_id from …`. */
export type ActivitySource = (
  span: ActivitySpan,
  stores: readonly Store[],
) => RawBuilder<{ customer_id: number }>;

/** What the rooms above hand in. */
export interface CustomerParts {
  timeline: readonly TimelineSource[];
  finders: readonly CustomerFinder[];
  activity: readonly ActivitySource[];
}

export const noParts: CustomerParts = { timeline: [], finders: [], activity: [] };
