import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from './support/forecourt.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt({ database: 'empty' });
});
afterAll(() => forecourt.stop());

test('every foreign key has an index, so deleting a referenced row scans no table', async () => {
  const { rows } = await sql<{ reference: string }>`
    select format('%s (%s)', fk.conrelid::regclass, string_agg(a.attname, ', ' order by k.at)) as reference
    from pg_constraint fk
    cross join lateral unnest(fk.conkey) with ordinality k(attnum, at)
    join pg_attribute a on a.attrelid = fk.conrelid and a.attnum = k.attnum
    where fk.contype = 'f' and not exists (
      select 1 from pg_index i where i.indrelid = fk.conrelid
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
        and fk.conkey <@ (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(fk.conkey)])
    group by fk.oid, fk.conrelid order by 1`.execute(forecourt.platform.db);
  expect(rows.map(({ reference }) => reference)).toEqual([]);
});
