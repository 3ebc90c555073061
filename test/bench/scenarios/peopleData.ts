import type pg from 'pg';

export const peopleCount = 100_000;

const first =
  'Ava Ben Cara Dinesh Elena Farid Grace Hugo Ines Jamal Kofi Lena Mateo Noor Omar Petra';
const more =
  'Quinn Rosa Samir Tess Uma Viktor Wanda Xavier Yusuf Zoe José Zoë Renée Björn Łukasz Anaïs';
const starts =
  'Ab Bar Cor Del Es Fan Gar Hol Ing Jor Kel Lin Mor Nor Ol Per Quin Ros Sten Tor Ul Ver Wal';
const middles = 'a an e en er i in o on u';
const ends = 'berg dale field gren holt kin land man ner quist ridge son stein ton vik wood';

const split = (text: string) => text.split(' ');

/** Inserts a hundred thousand people of all departments. */
export async function insertPeople(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into users (emrn, first_name, last_name, username, email, role, department)
     select 'EMP' || (100000 + n), first, last, 'u' || n || '.' || lower(last),
       lower(last) || n || '@larkfield.example',
       (array['employee', 'employee', 'employee', 'manager', 'executive', 'admin'])[1 + n % 6],
       (array['back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it'])[1 + n % 7]
     from (select n, $2::text[] as f, $3::text[] as s, $4::text[] as m, $5::text[] as e,
         ('x' || substr(md5(n::text), 1, 7))::bit(28)::integer as r
       from generate_series(0, $1 - 1) n) raw,
       lateral (select f[1 + r % cardinality(f)] as first,
         s[1 + r / 7 % cardinality(s)] || m[1 + r / 301 % cardinality(m)]
           || e[1 + r / 5003 % cardinality(e)] as last) names`,
    [peopleCount, [...split(first), ...split(more)], split(starts), split(middles), split(ends)],
  );
  await pool.query('vacuum analyze users');
}

/** Typical search texts: a name or its beginning, a username, an email; some match no one. */
export function typicalSearches(): string[] {
  return split(starts).flatMap((start, index) =>
    split(ends).map((end, at) => {
      const middle = split(middles)[(index + at) % 10] ?? '';
      const name = `${start}${middle}${end}`;
      const number = (index * 4177 + at * 977) % peopleCount;
      const kinds = [name, name.slice(0, 5), `u${number}`, `${name}${number}@`, `Zoe ${name}`];
      return kinds[(index + at) % kinds.length] ?? name;
    }),
  );
}

/** Every pair of letters. */
export function shortSearches(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters.flatMap((one) => letters.map((other) => one + other));
}
