import { sql } from 'kysely';
import type { Store } from '../../contract/access.ts';
import type { AnyTables, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';

/** The integers among these ids; other texts are ids of no record. */
export const integerIds = (ids: readonly string[]): number[] =>
  ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number);

interface NumberedRecords<Kind extends string, Access extends object, Card> {
  kind: Kind;
  /** With `id`, `number`, `store` and `vehicle`. */
  table: string;
  /** Before the number in a title: `Deal`. */
  noun: string;
  /** What it takes to see one, beside its store. */
  access: Access;
  /** Those with these numbers that the actor may see. */
  find(
    actor: Actor,
    numbers: readonly string[],
  ): Promise<{ number: string; store: Store; card: Card }[]>;
}

/** A source of records that are recognized by their number, with the keys `number:10234`. */
export function createNumberedSource<Kind extends string, Access extends object, Card>(
  db: Db<AnyTables>,
  { kind, table, noun, access, find }: NumberedRecords<Kind, Access, Card>,
) {
  const keyOf = (number: string) => `number:${number}`;
  return {
    kind,
    async find(actor: Actor, keys: readonly string[]) {
      const found = await find(
        actor,
        keys.map((key) => key.replace(/^number:/, '')),
      );
      return found.map(({ number, store, card }) => ({
        key: keyOf(number),
        card,
        access: { store, ...access },
      }));
    },
    /** Without an access check. */
    async facts(ids: readonly string[]) {
      const { rows } = await sql<{ id: number; number: string; store: Store; vehicle: string }>`
        select id, number, store, vehicle from ${sql.table(table)}
        where id = any(${integerIds(ids)}::integer[])`.execute(db);
      return rows.map(({ id, number, store, vehicle }) => ({
        id: String(id),
        title: `${noun} ${number}, ${vehicle}`,
        keys: [keyOf(number)],
        access: { store, ...access },
      }));
    },
  };
}
