import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../../../platform/server/errors.ts';
import type { ListSort } from '../../contract.ts';
import type { VehicleRow } from '../record/rows.ts';

interface Order {
  /** Must match the index expression. */
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
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return sql`${by} ${direction}, v.id ${direction}`;
}

/** Cursor after the last row; contains nothing that the row does not show. */
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

/** Rows after the cursor. Throws `invalid` for a cursor that no page of this sort returned. */
export function afterCursor(sort: ListSort, cursor: string): RawBuilder<unknown> {
  const [cursorSort, value, id] = parseCursor(cursor);
  const { by, descending, type } = orders[sort];
  if (cursorSort !== sort || !types[type](value) || !isInteger(id)) throw unknown();
  const operator = sql.raw(descending ? '<' : '>');
  const operand = sql`${value as string}::${sql.raw(type)}`;
  const compared = type === 'text' ? sql`${operand} collate "C"` : operand;
  return sql`(${by}, v.id) ${operator} (${compared}, ${id as number})`;
}

const unknown = () =>
  invalid('This page doesn’t exist. Start from the first page.', { after: 'Invalid cursor' });

function parseCursor(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    // Not one of our cursors.
    throw unknown();
  }
}
