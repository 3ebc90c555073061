import type pg from 'pg';

export const customerCount = 200_000;

const first =
  'Ava Ben Cara Dinesh Elena Farid Grace Hugo Ines Jamal Kofi Lena Mateo Noor Omar Petra';
const starts =
  'Ab Bar Cor Del Es Fan Gar Hol Ing Jor Kel Lin Mor Nor Ol Per Quin Ros Sten Tor Ul Ver Wal';
const middles = 'a an e en er i in o on u';
const ends = 'berg dale field gren holt kin land man ner quist ridge son stein ton vik wood';

const split = (text: string) => text.split(' ');

/** Inserts two hundred thousand people with a phone number, an email, an address and a history each. */
export async function insertCustomers(pool: pg.Pool, owners: readonly number[]): Promise<void> {
  const rebuild = await dropSearchIndexes(pool);
  await pool.query(
    `insert into customers (id, kind, first_name, last_name, tags, do_not_contact, created_by,
       updated_by, last_activity_at, search_text)
     select 1000000 + n, 'person', first, last,
       case when n % 400 = 1 then array['Rare'] when n % 5 = 0 then array['VIP'] else '{}' end,
       n % 20 = 0, ($6::int[])[1 + n % cardinality($6::int[])], ($6::int[])[1],
       now() - n * interval '3 minutes',
       folded(concat_ws(chr(10), 1000000 + n, first || ' ' || last, '1' || (2002000000 + n * 37::bigint),
         'c' || n || '@crowd.example', case when n % 400 = 1 then 'Rare' when n % 5 = 0 then 'VIP' end))
     from (select n, $2::text[] as f, $3::text[] as s, $4::text[] as m, $5::text[] as e,
         ('x' || substr(md5(n::text), 1, 7))::bit(28)::integer as r
       from generate_series(0, $1 - 1) n) raw,
       lateral (select f[1 + r % cardinality(f)] as first,
         s[1 + r / 7 % cardinality(s)] || m[1 + r / 301 % cardinality(m)]
           || e[1 + r / 5003 % cardinality(e)] as last) names`,
    [customerCount, split(first), split(starts), split(middles), split(ends), owners],
  );
  await addParts(pool, owners);
  await rebuild();
  await pool.query('vacuum analyze');
}

/** Drops the search indexes, which are slow to fill row by row; returns a function that creates them again. */
async function dropSearchIndexes(pool: pg.Pool): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'customers' and indexdef like '%trgm%'`,
  );
  for (const { indexname } of rows) await pool.query(`drop index ${indexname}`);
  return async () => {
    for (const { indexdef } of rows) await pool.query(indexdef);
  };
}

async function addParts(pool: pg.Pool, owners: readonly number[]): Promise<void> {
  const each = (columns: string, values: string, table: string) =>
    pool.query(
      `insert into ${table} (customer_id, ${columns})
       select 1000000 + n, ${values} from generate_series(0, $1 - 1) n`,
      [customerCount],
    );
  const phone = `1, '+1' || (2002000000 + n * 37::bigint), 'mobile', true`;
  await each('place, e164, kind, is_preferred', phone, 'customer_phones');
  await each(
    'place, address, is_preferred',
    `1, 'c' || n || '@crowd.example', true`,
    'customer_emails',
  );
  const home = `1, n || ' Main', 'Wichita', 'KS', (67000 + n % 900)::text`;
  await each('place, line1, city, state, zip', home, 'customer_addresses');
  await pool.query(
    `insert into customer_stores (customer_id, store, owner_id, last_activity_at)
     select 1000000 + n, (array['ford', 'hyundai', 'chevrolet'])[1 + n % 3],
       case when n % 200 < 20 then ($2::int[])[1 + n % cardinality($2::int[])] end,
       now() - n * interval '3 minutes' from generate_series(0, $1 - 1) n`,
    [customerCount, owners],
  );
  await pool.query(
    `insert into customer_entries (customer_id, store, kind, body, at, author_id)
     select 1000000 + n % $1, (array['ford', 'hyundai', 'chevrolet'])[1 + n % $1 % 3], 'call',
       'Talked about the next service', now() - n * interval '1 minute', $2
     from generate_series(0, 2 * $1 - 1) n`,
    [customerCount, owners[0]],
  );
}

/** Typical search texts: a name or its beginning, an email, digits of a number; some match no one. */
export function typicalSearches(): string[] {
  return split(starts).flatMap((start, index) =>
    split(ends).map((end, at) => {
      const middle = split(middles)[(index + at) % 10] ?? '';
      const name = `${start}${middle}${end}`;
      const number = (index * 4177 + at * 977) % customerCount;
      const kinds = [
        name,
        `Zoe ${name}`,
        name.slice(0, 5),
        `c${number}@crowd`,
        String(2_002_000_000 + number * 37),
        String(2_002_000_000 + number * 37).slice(3),
        `Ava ${name}`,
      ];
      return kinds[(index + at) % kinds.length] ?? name;
    }),
  );
}
