import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { fold, wordsOf } from '../../../../platform/server/text/tokens.ts';
import type { ChannelType } from '../../../chat/server/public.ts';
import { hasValues, isValues, type SearchOperator } from '../../contract.ts';
import type { SearchDb } from '../tables.ts';
import type { Mark } from '../text/document.ts';
import { spanOf } from './days.ts';
import type { Operator } from './parse.ts';

/** One of the user's channels. */
export interface OwnChannel {
  id: string;
  type: ChannelType;
  name: string;
  user_low: number | null;
  user_high: number | null;
  last_rev: number;
  /** Changes not indexed yet. */
  waiting: number;
}

/** The resolved operators of a search. */
export interface SearchFilters {
  channels: readonly OwnChannel[];
  /** The allowed authors; null: anyone. */
  authors: readonly number[] | null;
  /** A message must have one mark of each group. */
  marks: Mark[][];
  after: Date | null;
  before: Date | null;
  isStarred: boolean;
  isUnread: boolean;
}

interface SearchContext {
  db: SearchDb;
  actor: Actor;
  timeZone: string;
}

type Step = (
  filters: SearchFilters,
  value: string,
  context: SearchContext,
) => SearchFilters | Promise<SearchFilters>;

/** Applies each operator; throws with a message if a value is invalid. */
export async function resolveOperators(
  context: SearchContext,
  channels: readonly OwnChannel[],
  operators: readonly Operator[],
): Promise<SearchFilters> {
  let filters: SearchFilters = {
    channels,
    authors: null,
    marks: [],
    after: null,
    before: null,
    isStarred: false,
    isUnread: false,
  };
  for (const { name, value } of operators) {
    if (value === '') throw refusal(`Enter a value after ${name}: in your search.`);
    filters = await steps[name](filters, value, context);
  }
  return filters;
}

const refusal = (sentence: string) => invalid(sentence, { q: sentence });
const shown = (value: string) => `“${value.length > 60 ? `${value.slice(0, 60)}…` : value}”`;
const later = (one: Date | null, other: Date) => (one && one > other ? one : other);
const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);

const withMark = (filters: SearchFilters, ...marks: Mark[]): SearchFilters => ({
  ...filters,
  marks: [...filters.marks, marks],
});

const by = (filters: SearchFilters, ids: readonly number[]): SearchFilters => ({
  ...filters,
  authors: filters.authors?.filter((id) => ids.includes(id)) ?? ids,
});

const steps: Record<SearchOperator, Step> = {
  async from(filters, value, context) {
    const ids = await findPeople(context, value);
    if (ids.length === 0) throw refusal(`No people match ${shown(value)}.`);
    return by(filters, ids);
  },
  async in(filters, value, context) {
    const channels = await findConversations(filters.channels, value, context);
    if (channels.length === 0) {
      throw refusal(`None of your conversations match ${shown(value)}.`);
    }
    return { ...filters, channels };
  },
  has(filters, value) {
    const mark = hasValues.find((one) => one === singular(value));
    if (!mark) throw refusal(`Use one of these after has: ${hasValues.join(', ')}.`);
    return mark === 'file' ? withMark(filters, 'file', 'image') : withMark(filters, mark);
  },
  is(filters, value, { actor }) {
    const state = isValues.find((one) => one === singular(value));
    if (!state) throw refusal(`Use one of these after is: ${isValues.join(', ')}.`);
    if (state === 'starred') return { ...filters, isStarred: true };
    if (state === 'unread') return { ...filters, isUnread: true };
    if (state === 'mine') return by(filters, [actor.userId]);
    return withMark(filters, state === 'thread' ? 'reply' : state);
  },
  before: (filters, value, { timeZone }) => ({
    ...filters,
    before: earlier(filters.before, getSpan('before', value, timeZone).start),
  }),
  after: (filters, value, { timeZone }) => ({
    ...filters,
    after: later(filters.after, getSpan('after', value, timeZone).end),
  }),
  on(filters, value, { timeZone }) {
    const { start, end } = getSpan('on', value, timeZone);
    return {
      ...filters,
      after: later(filters.after, start),
      before: earlier(filters.before, end),
    };
  },
};

const singular = (value: string) => value.toLowerCase().replace(/s$/, '');

function getSpan(operator: SearchOperator, value: string, timeZone: string) {
  const span = spanOf(value, timeZone, new Date());
  if (span) return span;
  throw refusal(`${shown(value)} after ${operator}: isn’t a date. Use a format like 2026-11-20.`);
}

const bare = (text: string) =>
  wordsOf(text)
    .map((word) => word.text)
    .join(' ');

/** People by username; else by full name, by first or last name, or by the beginning of a name. */
async function findPeople({ db, actor }: SearchContext, value: string): Promise<number[]> {
  const wanted = value.replace(/^@/, '');
  const name = bare(wanted);
  if (name === 'me') return [actor.userId];
  if (name === '') return [];
  // Active people first; the few deleted ones are not indexed.
  const [part = ''] = /[\p{L}\p{M}\p{N}]+/u.exec(wanted) ?? [];
  const here = await listPeople(db, part, sql`deleted_at is null`);
  const rows = here.length > 0 ? here : await listPeople(db, part, sql`deleted_at is not null`);
  const tiers: ((person: Named) => boolean)[] = [
    ({ username }) => fold(username) === fold(wanted),
    ({ first, last }) => bare(`${first} ${last}`) === name,
    ({ first, last }) => bare(first) === name || bare(last) === name,
    ({ first, last }) => ` ${bare(`${first} ${last}`)}`.includes(` ${name}`),
  ];
  for (const fits of tiers) {
    const found = rows.filter(fits);
    if (found.length > 0) return found.slice(0, maxNamesakes).map(({ id }) => id);
  }
  return [];
}

interface Named {
  id: number;
  username: string;
  first: string;
  last: string;
}

/** The maximum number of people of the same name. */
const maxNamesakes = 50;

async function listPeople(
  db: SearchDb,
  part: string,
  which: RawBuilder<unknown>,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, username, first_name as first, last_name as last from users
    where search_text like '%' || folded(${part}) || '%' and ${which} order by id limit 2000`.execute(
    db,
  );
  return rows;
}

async function findConversations(
  channels: readonly OwnChannel[],
  value: string,
  context: SearchContext,
): Promise<readonly OwnChannel[]> {
  const name = bare(value);
  const byId = channels.filter(({ id }) => id === value.toLowerCase());
  if (byId.length > 0) return byId;
  const named = channels.filter((one) => one.name !== '' && name !== '' && bare(one.name) === name);
  if (named.length > 0 && !value.startsWith('@')) return named;
  const { userId } = context.actor;
  const people = new Set(await findPeople(context, value));
  return channels.filter(({ user_low: low, user_high: high }) =>
    [low, high].some((id) => id !== null && people.has(id) && (id !== userId || low === high)),
  );
}
