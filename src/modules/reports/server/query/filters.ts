import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type * as contract from '../../contract/report.ts';
import { monthName } from './compare.ts';
import type { ValidQuery } from './query.ts';

type AppliedFilter = contract.Report['narrowed'][number];

/** The filters of a report with their labels. */
export const labelFilters = (db: Db<AnyTables>, valid: ValidQuery): Promise<AppliedFilter[]> =>
  Promise.all(
    valid.query.only.map(async ({ by, key }) => ({
      by,
      key,
      label: await labelOf(db, valid, by, key),
    })),
  );

async function labelOf(
  db: Db<AnyTables>,
  { report, query }: ValidQuery,
  by: string,
  key: string,
): Promise<string> {
  const choices = report.groupings.find(({ id }) => id === by)?.choices;
  const choice = choices?.find((one) => one.key === key);
  if (choice) return choice.label;
  if (by === 'month') return monthName(key);
  const only = [{ by, key }];
  // Without records in the requested days, look in all others.
  for (const span of [query.span, everSince(query.today)]) {
    const { rows } = await report.read(db, { ...query, span, only }, by, 'rows');
    const found = rows.find((row) => row.key === key);
    if (found) return found.label;
  }
  return key === '' ? 'Not specified' : key;
}

const everSince = (today: string) => ({ from: '2000-01-01', to: today });
