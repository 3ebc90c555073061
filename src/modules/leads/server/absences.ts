import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { invalid } from '../../../platform/server/errors.ts';

/** From the module of time off: who is away. */
export interface LeadAbsences {
  /** Who of these people is away at an instant, by id. */
  awayAt(
    db: Db<AnyTables>,
    ids: readonly number[],
    at: Date,
  ): Promise<ReadonlyMap<number, unknown>>;
  /** `Caleb Nguyen is away Dec 1 – 3`, if they are; null otherwise. */
  describeAbsence(db: Db<AnyTables>, userId: number, at: Date): Promise<string | null>;
}

/** Throws 400 if the person is away at the time of the appointment. */
export async function assertThere(
  tx: Db<AnyTables>,
  { describeAbsence }: LeadAbsences,
  userId: number,
  at: Date,
): Promise<void> {
  const absence = await describeAbsence(tx, userId, at);
  if (!absence) return;
  throw invalid(`${absence}. Choose another time, or assign the lead to someone else.`, {
    appointmentAt: absence,
  });
}
