import { type Kysely, type RawBuilder, sql } from 'kysely';
import { dateAt, offsetTimeAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { csvFile } from '../../../../platform/server/http/files/csvFile.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { exportMaxRows, type Filters } from '../../contract/finding.ts';
import { phoneText } from '../../contract/phones.ts';
import type { CustomerParts } from '../parts.ts';
import { storesOf } from '../policy.ts';
import type { CustomersDb, CustomerTables } from '../tables.ts';
import { conditionsOf } from './filters.ts';

/** Marketing programs and our own import find them by name: they are only ever added to, at the end. */
const columns = [
  'customer_number',
  'kind',
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'company',
  'phones',
  'emails',
  'line1',
  'line2',
  'city',
  'state',
  'zip',
  'tags',
  'preferred_channel',
  'preferred_language',
  'do_not_contact',
  'agreed_to',
  'stores',
  'owners',
  'last_activity_at',
];

interface Line {
  id: number;
  cells: string[];
  phones: { e164: string; extension: string }[];
  rest: string[];
  at: Date;
}

const chunk = 2_000;

/** The customers the filters leave, as a table, and a line in the log of who took how many. */
export async function takeOut(
  db: CustomersDb,
  actor: Actor,
  {
    filters,
    parts,
    ip,
    noteExported,
  }: { filters: Filters; parts: CustomerParts; ip: string; noteExported(rows: number): void },
) {
  const rows: string[][] = [columns];
  const where = await conditionsOf(db, actor, filters, parts);
  const timezone = await getTimezone(db);
  // By chunks: other requests go between, and no statement runs into its time limit.
  for (let after = 0; rows.length <= exportMaxRows; ) {
    const lines = await readChunk(db, actor, where, after);
    rows.push(...lines.map((line) => toCells(line, timezone)));
    const last = lines.at(-1);
    if (!last || lines.length < chunk) break;
    after = last.id;
  }
  const taken = rows.slice(0, exportMaxRows + 1);
  noteExported(taken.length - 1);
  const subject = { type: 'customers', id: null, name: `${taken.length - 1} customers` };
  // What was searched for may be somebody's name or number; the log keeps only that there was something.
  const { search, ...kept } = filters;
  const after = { ...kept, searched: Boolean(search), count: taken.length - 1 };
  await recordActivity(db, { actor, action: 'customer.exported', subject, after, ip });
  return csvFile(`customers-${dateAt(timezone, Date.now())}.csv`, taken);
}

const toCells = ({ id, cells, phones, rest, at }: Line, timezone: string) => [
  String(id),
  ...cells,
  phones.map(phoneText).join('; '),
  ...rest,
  offsetTimeAt(timezone, at),
];

async function readChunk(
  db: Kysely<CustomerTables>,
  actor: Actor,
  where: RawBuilder<boolean>,
  after: number,
): Promise<Line[]> {
  const stores = storesOf(actor);
  const { rows } = await sql<Line>`
    select c.id, c.last_activity_at as at,
      array[c.kind, c.first_name, c.middle_name, c.last_name, c.suffix, c.company] as cells,
      (select coalesce(jsonb_agg(jsonb_build_object('e164', p.e164, 'extension', p.extension)
        order by p.is_preferred desc, p.place), '[]')
        from customer_phones p where p.customer_id = c.id) as phones,
      array[coalesce((select string_agg(e.address, '; ' order by e.is_preferred desc, e.place)
          from customer_emails e where e.customer_id = c.id), ''),
        coalesce(a.line1, ''), coalesce(a.line2, ''), coalesce(a.city, ''), coalesce(a.state, ''),
        coalesce(a.zip, ''), array_to_string(c.tags, '|'), coalesce(c.preferred_channel, ''),
        c.preferred_language, case when c.do_not_contact then 'yes' else 'no' end,
        array_to_string(c.consents, '|'), known.stores, known.owners] as rest
    from customers c
    left join customer_addresses a on a.customer_id = c.id and a.place = 1
    cross join lateral (select coalesce(string_agg(s.store, '|' order by s.store), '') as stores,
        coalesce(string_agg(distinct u.first_name || ' ' || u.last_name, '|'), '') as owners
      from customer_stores s left join users u on u.id = s.owner_id
      where s.customer_id = c.id and s.store = any(${stores}::text[])) known
    where ${where} and c.id > ${after}
    order by c.id limit ${chunk}`.execute(db);
  return rows;
}
