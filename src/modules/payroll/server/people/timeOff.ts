import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { TimeOff } from '../../contract/statement.ts';

interface TimeOffDay {
  userId: number;
  kindName: string;
  isPaid: boolean;
  minutes: number;
}

/** The approved time off of these people between two days, inclusive; the module that grants it hands it in. */
export type TimeOffSource = (
  db: Db<AnyTables>,
  userIds: readonly number[],
  from: string,
  to: string,
) => Promise<readonly TimeOffDay[]>;

/** What is paid of it, by employee and kind. */
export async function findPaidTimeOff(
  source: TimeOffSource,
  ...span: Parameters<TimeOffSource>
): Promise<Map<number, TimeOff[]>> {
  const days = (await source(...span)).filter(({ isPaid }) => isPaid);
  return new Map(
    [...Map.groupBy(days, ({ userId }) => userId)].map(([userId, own]) => [userId, byKind(own)]),
  );
}

const byKind = (days: readonly TimeOffDay[]): TimeOff[] =>
  [...Map.groupBy(days, ({ kindName }) => kindName)]
    .map(([kind, own]) => ({
      kind,
      ms: own.reduce((sum, { minutes }) => sum + minutes * 60_000, 0),
    }))
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
