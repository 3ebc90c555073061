import { Kysely as createKysely, type Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import {
  findMatching,
  findSlice,
  type Search,
} from '../../../src/modules/people/server/directory/search.ts';
import type { PeopleTables } from '../../../src/modules/people/server/tables.ts';
import { countConnected } from '../../../src/modules/presence/server/metrics.ts';
import type { PresenceTables } from '../../../src/modules/presence/server/tables.ts';
import { peopleCount } from './peopleData.ts';

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Prints the query plans of the statements that the server sends. */
export async function printPlans(pool: pg.Pool): Promise<void> {
  const statements: Statement[] = [];
  const db = new createKysely<PresenceTables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  const explain = async (title: string, run: () => Promise<unknown>) => {
    statements.length = 0;
    await run();
    console.log(`\n${title}`);
    for (const { sql, parameters } of [...statements]) {
      const { rows } = await pool.query(`explain (analyze, costs off, timing off) ${sql}`, [
        ...parameters,
      ]);
      for (const row of rows) console.log(`  ${row['QUERY PLAN']}`);
    }
  };
  const people: Kysely<PeopleTables> = db;
  const page = (text: string, offset: number) => async () => {
    const search: Search = { text, withPending: true, sort: 'name' };
    const found =
      text === '' ? { count: peopleCount, ids: null } : await findMatching(people, search);
    await findSlice(people, search, found, { limit: 20, offset });
  };
  await explain('Plan: the page in the middle', page('', peopleCount / 2));
  await explain('Plan: a search of 3 characters or more', page('torenvik', 0));
  await explain('Plan: a search of 2 characters', page('to', 0));
  await explain('Plan: connected users by status', () => countConnected(db));
}
