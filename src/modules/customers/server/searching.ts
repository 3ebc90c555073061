import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { readPhone } from '../../../platform/contract/phones.ts';
import { escapeLike } from '../../../platform/server/records/queries.ts';
import { inStores } from '../../../platform/server/records/stores.ts';
import type { CustomersDb } from './tables.ts';
import { knownTo } from './visible.ts';

/** The most records a search looks at by words or customer; exact numbers, VINs and plates have no limit. */
const maxByWords = 500;
/** The most customers that a record of theirs leads to. */
const maxByRecord = 200;

/** Search terms, folded like the database folds; a phone number in any punctuation becomes its digits. */
export function searchTerms(search: string): string[] {
  const phone = readPhone(search);
  if (phone) return [phone.e164.slice(1)];
  if (/^[\d\s().+\-/]+$/.test(search)) {
    const digits = search.replace(/\D/g, '');
    return digits ? [digits] : [];
  }
  const folded = search
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return [...new Set(folded.split(/[\s,]+/).filter(Boolean))].slice(0, 8);
}

/** Typed text as a VIN, its end or a plate, without punctuation. */
const keyOf = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** A VIN, or the last eight or six of one. By its own index each, so they are alternatives and not one condition. */
const byVin = (column: string, key: string) => [
  sql`${sql.ref(column)} = ${key}`,
  sql`right(${sql.ref(column)}, 8) = ${key}`,
  sql`right(${sql.ref(column)}, 6) = ${key}`,
];

/**
 * Whether the words of a vehicle, in the column `search_text` of its record, have this one, or a part of it; of one or
 * two characters, such as “X5”, the whole word, which the index can find.
 */
const describes = (column: string, word: string) => {
  const pattern = word.length < 3 ? `% ${escapeLike(word)} %` : `%${escapeLike(word)}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern}`;
};

const contains = (column: string, word: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${escapeLike(word)}%`}`;

const both = (conditions: readonly RawBuilder<unknown>[]) =>
  sql`(${sql.join(conditions, sql` and `)})`;
const either = (conditions: readonly RawBuilder<unknown>[]) =>
  sql`(${sql.join(conditions, sql` or `)})`;

/** Condition: the vehicle, or all vehicles together, of a record have each of these words. */
export const describesAll = (column: string, words: readonly string[]) =>
  both(words.map((word) => describes(column, word)));

/** Records about a customer and a vehicle: `id`, `store`, `customer_id`, `search_text`, `vin`, `opened_at`. */
interface RecordSearch {
  table: 'repair_orders' | 'deals';
  /** Those whose records the actor may see. */
  stores: readonly Store[];
  /** What else may be typed whole, such as the record’s number: conditions on columns of the table. */
  exact: readonly RawBuilder<unknown>[];
}

/**
 * The ids of the records that typed text means: an exact match of the table’s own, a VIN or its last eight or
 * six, a plate, or words of which each is in the vehicle’s description or belongs to the customer (name, company,
 * phone, email). Every part uses an index of its own.
 */
export function recordsMatching(typed: string, { table, stores, exact }: RecordSearch) {
  const records = sql.table(table);
  const key = keyOf(typed);
  const terms = searchTerms(typed);
  const parts = [...exact, ...(key ? byVin('vin', key) : [])].map(
    (condition) => sql`(select id from ${records} where ${condition})`,
  );
  if (key) parts.push(byPlate(records, key));
  if (terms.length > 0) {
    parts.push(
      byVehicleWords(records, terms, stores),
      recordsByCustomer(terms, { table, openedAt: 'opened_at', stores }),
    );
  }
  return parts.length > 0
    ? sql`(${sql.join(parts, sql` union all `)})`
    : sql`(select null::integer)`;
}

/** Plates are known of the vehicles in a customer’s garage. */
const byPlate = (records: RawBuilder<unknown>, key: string) => sql`
  (select r.id from customer_vehicles v
    join customers driver on driver.id = v.customer_id
    join customers m on m.root_id = driver.root_id
    join ${records} r on r.customer_id = m.id
    where plate_key(v.plate) = ${key} and v.plate <> ''
      and (r.vin = v.vin or (num_nulls(r.vin, v.vin) > 0 and folded(r.vehicle) = folded(v.description))))`;

const byVehicleWords = (
  records: RawBuilder<unknown>,
  terms: readonly string[],
  stores: readonly Store[],
) => sql`
  (select r.id from ${records} r
    where ${describesAll('r.search_text', terms)} and ${inStores('r.store', stores)}
    order by r.opened_at desc limit ${maxByWords})`;

/** Records about a customer and vehicles: `id`, `store`, `customer_id`, `search_text`. */
interface CustomerRecordSearch {
  table: string;
  /** Column of its time: the latest are found. */
  openedAt: string;
  /** Those whose records the actor may see. */
  stores: readonly Store[];
}

/** The ids of records by their customer alone, or by customer and vehicle together: “Smith F-150”. */
export const recordsByCustomer = (
  terms: readonly string[],
  { table, openedAt, stores }: CustomerRecordSearch,
) => sql`
  (select r.id from customers c
    join customers m on m.root_id = c.id
    join ${sql.table(table)} r on r.customer_id = m.id
    where c.merged_into_id is null
      and ${either(terms.map((word) => contains('c.search_text', word)))}
      and ${both(
        terms.map((word) =>
          either([contains('c.search_text', word), describes('r.search_text', word)]),
        ),
      )}
      and ${inStores('r.store', stores)}
    order by ${sql.ref(`r.${openedAt}`)} desc limit ${maxByWords})`;

/** The customers that such records lead to, latest record first; by their vehicle and the table’s own numbers. */
export async function customersOfRecords(
  db: CustomersDb,
  typed: string,
  { table, stores, exact }: RecordSearch,
): Promise<number[]> {
  const records = sql.table(table);
  const key = keyOf(typed);
  const terms = searchTerms(typed);
  const parts = [...exact, ...(key ? byVin('vin', key) : [])].map(
    (condition) => sql`(select customer_id, opened_at, store from ${records} where ${condition})`,
  );
  if (terms.length > 0) {
    parts.push(sql`(select r.customer_id, r.opened_at, r.store from ${records} r
      where ${describesAll('r.search_text', terms)} and ${inStores('r.store', stores)}
      order by r.opened_at desc limit ${maxByWords})`);
  }
  if (parts.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select c.root_id as id from (${sql.join(parts, sql` union all `)}) found
    join customers c on c.id = found.customer_id
    where ${inStores('found.store', stores)}
    group by c.root_id order by max(found.opened_at) desc limit ${maxByRecord}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The customers known to these stores with a vehicle in their garage that typed text means: its VIN or the last
 * eight or six, its plate, or words of which each is in its description or belongs to the customer.
 */
export async function customersByVehicle(
  db: CustomersDb,
  typed: string,
  stores: readonly Store[],
): Promise<number[]> {
  const key = keyOf(typed);
  const terms = searchTerms(typed);
  const exact = key
    ? [...byVin('v.vin', key), sql`plate_key(v.plate) = ${key} and v.plate <> ''`]
    : [];
  const parts = exact.map(
    (condition) => sql`(select driver.root_id as id from customer_vehicles v
      join customers driver on driver.id = v.customer_id where ${condition})`,
  );
  if (terms.length > 0) {
    // The one that remains after merging is not merged: this lets the latest be read in order, by their index.
    parts.push(sql`(select c.id from customer_vehicles v
      join customers driver on driver.id = v.customer_id
      join customers c on c.id = driver.root_id
      where c.merged_into_id is null
        and ${either(terms.map((word) => describes('v.search_text', word)))}
        and ${both(
          terms.map((word) =>
            either([describes('v.search_text', word), contains('c.search_text', word)]),
          ),
        )}
        and ${knownTo(stores)}
      order by c.last_activity_at desc, c.id desc limit ${maxByWords})`);
  }
  if (parts.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct id from (${sql.join(parts, sql` union all `)}) found`.execute(db);
  return rows.map(({ id }) => id);
}
