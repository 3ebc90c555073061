import { sql } from 'kysely';
import type { AnyTables, Db } from '../db/database.ts';

/** One event of a record's history. */
export interface RecordEvent<Data, By extends string | null> {
  id: number;
  /** ISO 8601. */
  at: string;
  /** Display name of the author; null: the system. */
  by: By;
  data: Data;
}

interface EventDetails {
  /** Now, unless given. */
  at?: Date;
  /** Makes a repeated request the same event; only for tables with `client_id`. */
  clientId?: string;
}

interface EventPage {
  /** Only events with a smaller id. */
  before?: number | undefined;
  limit?: number | undefined;
}

export interface EventLog<Data, By extends string | null = string> {
  /** Appends an event and returns its id; `tx` must be the transaction of the change. */
  addEvent(
    tx: Db<AnyTables>,
    recordId: number,
    authorId: By extends null ? number | null : number,
    data: Data,
    details?: EventDetails,
  ): Promise<number>;
  /** One page of a record's history, latest first. The caller has checked access. */
  listEvents(
    db: Db<AnyTables>,
    recordId: number,
    page?: EventPage,
  ): Promise<RecordEvent<Data, By>[]>;
}

const pageSize = 200;

/**
 * The history of records of one kind: rows of `table` with `id`, the id of the record in `recordColumn`,
 * `author_id` (a user), `at`, `kind` and `data`, which holds the rest of the event as JSON. It is only appended to.
 * `By` is `string | null` where the system can be an author.
 */
export function createEventLog<Data extends { kind: string }, By extends string | null = string>(
  table: string,
  recordColumn: string,
): EventLog<Data, By> {
  return {
    async addEvent(tx, recordId, authorId, { kind, ...data }, { at, clientId } = {}) {
      const { id } = await tx
        .insertInto(table)
        .values({
          [recordColumn]: recordId,
          author_id: authorId,
          kind,
          data: JSON.stringify(data),
          ...(at && { at }),
          ...(clientId !== undefined && { client_id: clientId }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async listEvents(db, recordId, { before, limit = pageSize } = {}) {
      const earlier = before === undefined ? sql`` : sql`and e.id < ${before}`;
      const { rows } = await sql<EventRow<By>>`
        select e.id, e.at, e.kind, e.data, u.shown_name as by
        from ${sql.table(table)} e left join users u on u.id = e.author_id
        where ${sql.ref(`e.${recordColumn}`)} = ${recordId} ${earlier}
        order by e.id desc limit ${limit}`.execute(db);
      return rows.map(({ id, at, by, kind, data }) => ({
        id,
        at: at.toISOString(),
        by,
        data: { kind, ...data } as unknown as Data,
      }));
    },
  };
}

interface EventRow<By> {
  id: number;
  at: Date;
  by: By;
  kind: string;
  data: object;
}
