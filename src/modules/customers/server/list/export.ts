import { type RawBuilder, sql } from 'kysely';
import { phoneText } from '../../../../platform/contract/phones.ts';
import { dateAt, offsetTimeAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { csvFile } from '../../../../platform/server/http/files/csvFile.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type * as calls from '../../contract/finding.ts';
import { exportMaxRows } from '../../contract/finding.ts';
import { assertMay, canExport, sentences, storesOf } from '../policy.ts';
import type { CustomerServices } from '../services.ts';
import type { CustomersDb } from '../tables.ts';
import { whereMatches } from './filters.ts';

/** Marketing tools and our own import rely on these names: append only. */
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

const chunkSize = 2_000;

/** Customers matching the filters as CSV, recorded in the activity log. */
export function exportCustomers(services: CustomerServices): Handler<typeof calls.exportCustomers> {
  const { platform, db, parts } = services;
  const exports = platform.limits('customers.export', 10, 60 * 60);
  return async ({ actor, body: filters, ip, noteExported }) => {
    assertMay(canExport(actor), sentences.export);
    await exports.consume(String(actor.userId));
    const rows: string[][] = [columns];
    const where = await whereMatches(db, actor, filters, parts);
    const timezone = await getTimezone(db);
    // In chunks, so that other requests get a turn and no statement times out.
    for (let after = 0; rows.length <= exportMaxRows; ) {
      const lines = await readChunk(db, actor, where, after);
      rows.push(...lines.map((line) => toCells(line, timezone)));
      const last = lines.at(-1);
      if (!last || lines.length < chunkSize) break;
      after = last.id;
    }
    const exported = rows.slice(0, exportMaxRows + 1);
    const count = exported.length - 1;
    noteExported(count);
    // A search text may be a name or number; the log only keeps that there was one.
    const { search, ...loggedFilters } = filters;
    await recordActivity(db, {
      actor,
      action: 'customer.exported',
      subject: { type: 'customers', id: null, name: `${count} customers` },
      after: { ...loggedFilters, searched: Boolean(search), count },
      ip,
    });
    return csvFile(`customers-${dateAt(timezone, Date.now())}.csv`, exported);
  };
}

const toCells = ({ id, cells, phones, rest, at }: Line, timezone: string) => [
  String(id),
  ...cells,
  phones.map(phoneText).join('; '),
  ...rest,
  offsetTimeAt(timezone, at),
];

async function readChunk(
  db: CustomersDb,
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
        coalesce(string_agg(distinct u.shown_name, '|'), '') as owners
      from customer_stores s left join users u on u.id = s.owner_id
      where s.customer_id = c.id and s.store = any(${stores}::text[])) known
    where ${where} and c.id > ${after}
    order by c.id limit ${chunkSize}`.execute(db);
  return rows;
}
