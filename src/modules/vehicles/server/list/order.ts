import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../../../platform/server/http/errors.ts';
import type { ListSort } from '../../contract.ts';
import type { VehicleRow } from '../record/rows.ts';

interface Order {
  /** As the index has it. */
  by: RawBuilder<unknown>;
  descending: boolean;
  type: 'date' | 'integer' | 'text';
  valueOf(row: VehicleRow): string | number;
}

const number = (value: number | null) => value ?? 0;

const orders: Record<ListSort, Order> = {
  oldest: {
    by: sql`v.acquired_on`,
    descending: false,
    type: 'date',
    valueOf: ({ acquired_on }) => acquired_on,
  },
  newest: {
    by: sql`v.acquired_on`,
    descending: true,
    type: 'date',
    valueOf: ({ acquired_on }) => acquired_on,
  },
  price: {
    by: sql`coalesce(v.list_cents, 0)`,
    descending: false,
    type: 'integer',
    valueOf: ({ list_cents }) => number(list_cents),
  },
  '-price': {
    by: sql`coalesce(v.list_cents, 0)`,
    descending: true,
    type: 'integer',
    valueOf: ({ list_cents }) => number(list_cents),
  },
  '-cost': {
    by: sql`coalesce(v.cost_cents, 0)`,
    descending: true,
    type: 'integer',
    valueOf: ({ cost_cents }) => number(cost_cents),
  },
  stock: {
    by: sql`v.stock_key collate "C"`,
    descending: false,
    type: 'text',
    valueOf: ({ stock_number }) => stock_number.replaceAll('-', ''),
  },
};

export function orderOf(sort: ListSort): RawBuilder<unknown> {
  const { by, descending } = orders[sort];
  const way = sql.raw(descending ? 'desc' : 'asc');
  return sql`${by} ${way}, v.id ${way}`;
}

/** Where the next page begins, for whoever asks for it; says no more than the last row did. */
export function cursorOf(sort: ListSort, row: VehicleRow): string {
  return Buffer.from(JSON.stringify([sort, orders[sort].valueOf(row), row.id])).toString(
    'base64url',
  );
}

const types = {
  date: (value: unknown) =>
    typeof value === 'string' &&
    /^(?!0000)\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    // February 30 is March 2 to Date, and an error to PostgreSQL.
    new Date(value).toISOString().startsWith(value),
  integer: (value: unknown) => isInteger(value),
  text: (value: unknown) => typeof value === 'string' && /^[A-Z0-9]{1,16}$/.test(value),
};
const isInteger = (value: unknown) =>
  Number.isInteger(value) && Math.abs(Number(value)) <= 2_147_483_647;

/** The rows after it. Throws `invalid` for what no page of this order answered. */
export function afterCursor(sort: ListSort, cursor: string): RawBuilder<unknown> {
  const [named, value, id] = read(cursor);
  const { by, descending, type } = orders[sort];
  if (named !== sort || !types[type](value) || !isInteger(id)) throw unknown();
  const than = sql.raw(descending ? '<' : '>');
  const is = sql`${value as string}::${sql.raw(type)}`;
  const compared = type === 'text' ? sql`${is} collate "C"` : is;
  return sql`(${by}, v.id) ${than} (${compared}, ${id as number})`;
}

const unknown = () =>
  invalid('This page does not exist. Please start from the first one.', { after: 'Is not a page' });

function read(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(read) ? read : [];
  } catch {
    // Somebody made it up.
    throw unknown();
  }
}
