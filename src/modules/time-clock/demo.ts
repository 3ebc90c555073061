import { demoHours } from '../../../db/demo/hours.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { getTimezone } from '../organization/server/public.ts';
import { importPunches } from './server/public.ts';

/** Seeds three weeks of punches for hourly employees. `idOf` returns the id of a username. */
export async function seedHours(
  db: Db<AnyTables>,
  asOf: Date,
  idOf: (username: string) => number,
): Promise<void> {
  const { punches, requests } = demoHours(asOf, await getTimezone(db));
  const named = <P extends { person: string }>({ person, ...rest }: P) => ({
    ...rest,
    userId: idOf(person),
  });
  await importPunches(db, punches.map(named), requests.map(named));
}
