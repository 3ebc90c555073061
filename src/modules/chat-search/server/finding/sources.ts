import { type RawBuilder, sql } from 'kysely';
import { startInSql } from '../../../chat/server/public.ts';
import { markPattern } from '../query/patterns.ts';
import type { SearchFilters } from '../query/resolve.ts';
import type { SearchDb } from '../tables.ts';
import { type Place, timeOf } from './place.ts';

/** The search criteria. */
interface SearchCriteria {
  userId: number;
  filters: SearchFilters;
  /** The index text must match one `like` pattern of each group. */
  patterns: readonly (readonly string[])[];
}

export interface Hit extends Place {
  /** The attached file whose contents were searched. */
  uploadId: string | null;
}

/** A searchable table, and the ways to search it; hits come newest first. */
export interface Source {
  /** Rows scanned by a first look, by a longer walk, and by one step without an index. */
  windows: { look: number; walk: number; step: number };
  /** Hits among the newest `window` rows before `from`, read in time order. */
  walk(db: SearchDb, from: Place | null, window: number, limit: number): Promise<Hit[]>;
  /** The position where such a walk ends; null: the end of the table. */
  endOf(db: SearchDb, from: Place | null, window: number): Promise<Place | null>;
  /** All hits, found by the index and then sorted. */
  gather(db: SearchDb, from: Place | null, limit: number): Promise<Hit[]>;
}

const atColumn = sql`(extract(epoch from created_at) * 1000000)::bigint as at`;
const newestFirst = sql`order by created_at desc, message_id desc`;
const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

function fits(
  column: RawBuilder<unknown>,
  groups: SearchCriteria['patterns'],
): RawBuilder<unknown>[] {
  return groups.map(
    (patterns) =>
      sql`(${sql.join(
        patterns.map((pattern) => sql`${column} like ${pattern}`),
        sql` or `,
      )})`,
  );
}

function inTime({ after, before }: SearchFilters, from: Place | null): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(after ? [sql`created_at >= ${after}`] : []),
    ...(before ? [sql`created_at < ${before}`] : []),
    ...(from
      ? [sql`(created_at, message_id) < (${timeOf(from)}::timestamptz, ${from.id}::uuid)`]
      : []),
  ];
}

/** Restricts indexed messages `s` to the user's channels and the operators. */
function admitted({ filters, userId }: SearchCriteria): RawBuilder<unknown>[] {
  const { channels, authors, marks, isStarred, isUnread } = filters;
  const ids = channels.map(({ id }) => id);
  const patterns = marks.map((group) => group.map(markPattern));
  return [
    ids.length === 1 ? sql`s.channel_id = ${ids[0]}` : sql`s.channel_id = any(${ids}::text[])`,
    ...(authors ? [writtenBy(authors)] : []),
    ...fits(sql`s.search_text`, patterns),
    ...(isStarred
      ? [sql`s.message_id in (select message_id from chat_stars where user_id = ${userId})`]
      : []),
    ...(isUnread ? [unreadBy(userId)] : []),
  ];
}

/** A single author by equality, so that rows are read in time order. */
const writtenBy = (authors: readonly number[]) =>
  authors.length === 1
    ? sql`author_id = ${authors[0]}`
    : sql`author_id = any(${authors}::integer[])`;

const unreadBy = (userId: number) => sql`s.author_id <> ${userId}
  and s.seq > (select coalesce(r.last_read_seq, ${startInSql}) from chat_channels c
    left join chat_reads r on r.channel_id = c.id and r.user_id = ${userId}
    where c.id = s.channel_id)`;

/** The messages themselves, with the names of their files. */
export function messageSource(criteria: SearchCriteria): Source {
  const { filters } = criteria;
  const [only, ...others] = filters.channels;
  const near = only && others.length === 0 ? [sql`channel_id = ${only.id}`] : [];
  const own = filters.authors ? [writtenBy(filters.authors)] : [];
  const range = (from: Place | null) => all([...inTime(filters, from), ...near, ...own]);
  const matches = all([...admitted(criteria), ...fits(sql`s.search_text`, criteria.patterns)]);
  return {
    windows: { look: 5_000, walk: 40_000, step: 150_000 },
    async walk(db, from, window, limit) {
      // The inner limit forces a scan in time order until enough rows match.
      return run(
        db,
        sql`select message_id as id, ${atColumn}, null as "uploadId" from (
          select * from chat_search where ${range(from)} ${newestFirst} limit ${window}) s
        where ${matches} ${newestFirst} limit ${limit}`,
      );
    },
    endOf: (db, from, window) =>
      endOf(
        db,
        sql`select message_id as id, ${atColumn} from chat_search where ${range(from)}
          ${newestFirst} offset ${window - 1} limit 1`,
      ),
    async gather(db, from, limit) {
      return run(
        db,
        sql`with s as materialized (
          select message_id, created_at from chat_search s
          where ${matches} and ${all(inTime(filters, from))})
        select message_id as id, ${atColumn}, null as "uploadId" from s
        ${newestFirst} limit ${limit}`,
      );
    },
  };
}

/** The contents of attached files. */
export function fileSource(criteria: SearchCriteria): Source {
  const range = (from: Place | null) => all(inTime(criteria.filters, from));
  const matches = fits(sql`f.search_text`, criteria.patterns);
  const select = sql`select f.message_id as id, f.upload_id as "uploadId",
    (extract(epoch from f.created_at) * 1000000)::bigint as at`;
  const join = sql`join chat_search s on s.message_id = f.message_id`;
  const order = sql`order by f.created_at desc, f.message_id desc`;
  return {
    windows: { look: 50, walk: 300, step: 1_000 },
    async walk(db, from, window, limit) {
      return run(
        db,
        sql`${select} from (select * from chat_search_files
          where ${range(from)} ${newestFirst} limit ${window}) f ${join}
        where ${all([...admitted(criteria), ...matches])} ${order} limit ${limit}`,
      );
    },
    endOf: (db, from, window) =>
      endOf(
        db,
        sql`select message_id as id, ${atColumn} from chat_search_files where ${range(from)}
          ${newestFirst} offset ${window - 1} limit 1`,
      ),
    async gather(db, from, limit) {
      return run(
        db,
        sql`with f as materialized (
          select message_id, upload_id, created_at from chat_search_files f
          where ${all(matches)} and ${range(from)})
        ${select} from f ${join} where ${all(admitted(criteria))} ${order} limit ${limit}`,
      );
    },
  };
}

const run = async (db: SearchDb, statement: RawBuilder<unknown>): Promise<Hit[]> =>
  (await statement.execute(db)).rows as Hit[];

const endOf = async (db: SearchDb, statement: RawBuilder<unknown>): Promise<Place | null> =>
  ((await statement.execute(db)).rows[0] as Place | undefined) ?? null;
