import type { RawBuilder } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { TimelineLine } from '../contract/timeline.ts';
import type { Appointment, AppointmentStatus } from '../contract/work.ts';

/**
 * Timeline lines of a module above: deals, leads, repair orders. `customerIds` are the customer's own id
 * and those merged into it; the module leaves out what the actor may not see.
 */
export interface TimelineSource {
  /** Unique among the sources; prefix of the keys of its lines: `deal:17`. */
  name: string;
  /** Newest first, none later than `before`, at most `limit`; with one query. */
  lines(
    actor: Actor,
    customerIds: readonly number[],
    page: { before: Date; limit: number },
  ): Promise<TimelineLine[]>;
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
