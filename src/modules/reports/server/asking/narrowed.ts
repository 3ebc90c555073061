import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type * as contract from '../../contract/report.ts';
import { monthName } from './compare.ts';
import type { Checked } from './question.ts';

type Narrowed = contract.Report['narrowed'][number];

/** What a report is narrowed to, as people call it. */
export const nameNarrowings = (db: Db<AnyTables>, checked: Checked): Promise<Narrowed[]> =>
  Promise.all(
    checked.asked.only.map(async ({ by, key }) => ({
      by,
      key,
      label: await name(db, checked, by, key),
    })),
  );

async function name(
  db: Db<AnyTables>,
  { report, asked }: Checked,
  by: string,
  key: string,
): Promise<string> {
  const choices = report.groupings.find(({ id }) => id === by)?.choices;
  const choice = choices?.find((one) => one.key === key);
  if (choice) return choice.label;
  if (by === 'month') return monthName(key);
  const only = [{ by, key }];
  // Where nothing of it is in the days asked for, it is looked for in all others.
  for (const span of [asked.span, everSince(asked.today)]) {
    const { rows } = await report.read(db, { ...asked, span, only }, by, 'rows');
    const found = rows.find((row) => row.key === key);
    if (found) return found.label;
  }
  return key === '' ? 'Not said' : key;
}

const everSince = (today: string) => ({ from: '2000-01-01', to: today });
