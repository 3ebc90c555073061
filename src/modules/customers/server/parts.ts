import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { TimelineLine } from '../contract/timeline.ts';
import type { Appointment, AppointmentStatus } from '../contract/work.ts';

/** The lines behind the one of this time and key, newest first. */
export interface TimelinePage {
  before: Date;
  beforeKey: string;
  limit: number;
}

/**
 * The end of a query for a page of lines with this time and key: its last condition, order and limit. Lines of one
 * moment, as an import makes them, are in the order of their keys, as in all sources together.
 */
export const onPage = (
  at: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  { before, beforeKey, limit }: TimelinePage,
): RawBuilder<unknown> => sql`${at} <= ${before}
  and (${at}, (${key}) collate "C") < (${before}, ${beforeKey})
  order by ${at} desc, (${key}) collate "C" desc limit ${limit}`;

/**
 * Timeline lines of a module above: deals, leads, repair orders. `customerIds` are the customer's own id
 * and those merged into it; the module leaves out what the actor may not see.
 */
export interface TimelineSource {
  /** Unique among the sources; prefix of the keys of its lines: `deal:17`. */
  name: string;
  /** With one query, which ends in `onPage`. */
  lines(actor: Actor, customerIds: readonly number[], page: TimelinePage): Promise<TimelineLine[]>;
}

/**
 * Finds customers by records of a module above: the vehicle, VIN or stock number they are about, the number of a
 * deal or repair order. Customers the actor may not see are filtered out afterwards.
 */
export interface CustomerFinder {
  /** At most 200 customer ids for the typed text, by the records of these stores. */
  find(typed: string, stores: readonly Store[]): Promise<number[]>;
}

/** Dates (`end` exclusive), and the same as instants in the group’s time zone. */
export interface ActivitySpan {
  days: { from: CalendarDate; end: CalendarDate };
  from: Date;
  end: Date;
}

/** Customers active at a store, by records of a module above: `select customer_id from …`. */
export type ActivitySource = (
  span: ActivitySpan,
  stores: readonly Store[],
) => RawBuilder<{ customer_id: number }>;

/** An appointment that was just set, or whose status just changed. */
export interface FollowedAppointment {
  id: number;
  customerId: number;
  store: Store;
  kind: Appointment['kind'];
  startsAt: Date;
  /** Null: it is new. */
  before: AppointmentStatus | null;
  status: AppointmentStatus;
  actor: Actor;
}

/** A module above whose records follow appointments, such as leads. */
export interface AppointmentFollower {
  /** Locks its records first: its own verbs lock those before customers and appointments, so any other order deadlocks. */
  lock(
    tx: Db<AnyTables>,
    about: { customerId: number | null; appointmentId: number | null },
  ): Promise<void>;
  /** In the transaction of the change. Returns what publishes its own changes after COMMIT. */
  follow(tx: Db<AnyTables>, appointment: FollowedAppointment): Promise<() => Promise<void>>;
}

/** `Caleb Nguyen is away Dec 1 – 3`, if that employee is away then; null otherwise. */
export type DescribeAbsence = (
  db: Db<AnyTables>,
  userId: number,
  at: Date,
) => Promise<string | null>;

/** Contributions of the modules above. */
export interface CustomerParts {
  timeline: readonly TimelineSource[];
  finders: readonly CustomerFinder[];
  activity: readonly ActivitySource[];
  appointments: readonly AppointmentFollower[];
  describeAbsence: DescribeAbsence;
}

export const noParts: CustomerParts = {
  timeline: [],
  finders: [],
  activity: [],
  appointments: [],
  describeAbsence: async () => null,
};
