import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../../platform/server/http/actor.ts';
import { invalid } from '../../../../../platform/server/http/errors.ts';
import { hasValues, isValues, type SearchOperator } from '../../../contract/search.ts';
import type { ChannelType } from '../../tables.ts';
import type { SearchDb } from '../tables.ts';
import type { Mark } from '../text/document.ts';
import { fold, wordsOf } from '../text/words.ts';
import { spanOf } from './days.ts';
import type { Operator } from './parse.ts';

/** One of the person's conversations. */
export interface OwnChannel {
  id: string;
  type: ChannelType;
  name: string;
  user_low: number | null;
  user_high: number | null;
  last_rev: number;
  /** Changes that the index has not taken in yet. */
  waiting: number;
}

/** What the operators of a query come down to. */
export interface Narrowing {
  channels: readonly OwnChannel[];
  /** Who may have written it; null: anybody. */
  authors: readonly number[] | null;
  /** A message must have one mark of each group. */
  marks: Mark[][];
  after: Date | null;
  before: Date | null;
  isStarred: boolean;
  isUnread: boolean;
}

interface Asking {
  db: SearchDb;
  actor: Actor;
  timeZone: string;
}

type Step = (narrowing: Narrowing, value: string, asking: Asking) => Narrowing | Promise<Narrowing>;

/** Narrows the person's conversations by each operator; throws a sentence where a value means nothing. */
export async function resolveOperators(
  asking: Asking,
  channels: readonly OwnChannel[],
  operators: readonly Operator[],
): Promise<Narrowing> {
  let narrowing: Narrowing = {
    channels,
    authors: null,
    marks: [],
    after: null,
    before: null,
    isStarred: false,
    isUnread: false,
  };
  for (const { name, value } of operators) {
    if (value === '') throw refusal(`Please say what ${name}: stands for.`);
    narrowing = await steps[name](narrowing, value, asking);
  }
  return narrowing;
}

const refusal = (sentence: string) => invalid(sentence, { q: sentence });
const shown = (value: string) => `“${value.length > 60 ? `${value.slice(0, 60)}…` : value}”`;
const later = (one: Date | null, other: Date) => (one && one > other ? one : other);
const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);

const withMark = (narrowing: Narrowing, ...marks: Mark[]): Narrowing => ({
  ...narrowing,
  marks: [...narrowing.marks, marks],
});

const by = (narrowing: Narrowing, ids: readonly number[]): Narrowing => ({
  ...narrowing,
  authors: narrowing.authors?.filter((id) => ids.includes(id)) ?? ids,
});

const steps: Record<SearchOperator, Step> = {
  async from(narrowing, value, asking) {
    const ids = await findPeople(asking, value);
    if (ids.length === 0) throw refusal(`Nobody here is called ${shown(value)}.`);
    return by(narrowing, ids);
  },
  async in(narrowing, value, asking) {
    const channels = await findConversations(narrowing.channels, value, asking);
    if (channels.length === 0) {
      throw refusal(`You are in no conversation called ${shown(value)}.`);
    }
    return { ...narrowing, channels };
  },
  has(narrowing, value) {
    const mark = hasValues.find((one) => one === singular(value));
    if (!mark) throw refusal(`After has: one of ${hasValues.join(', ')}.`);
    return mark === 'file' ? withMark(narrowing, 'file', 'image') : withMark(narrowing, mark);
  },
  is(narrowing, value, { actor }) {
    const state = isValues.find((one) => one === singular(value));
    if (!state) throw refusal(`After is: one of ${isValues.join(', ')}.`);
    if (state === 'starred') return { ...narrowing, isStarred: true };
    if (state === 'unread') return { ...narrowing, isUnread: true };
    if (state === 'mine') return by(narrowing, [actor.userId]);
    return withMark(narrowing, state === 'thread' ? 'reply' : state);
  },
  before: (narrowing, value, { timeZone }) => ({
    ...narrowing,
    before: earlier(narrowing.before, getSpan('before', value, timeZone).start),
  }),
  after: (narrowing, value, { timeZone }) => ({
    ...narrowing,
    after: later(narrowing.after, getSpan('after', value, timeZone).end),
  }),
  on(narrowing, value, { timeZone }) {
    const { start, end } = getSpan('on', value, timeZone);
    return {
      ...narrowing,
      after: later(narrowing.after, start),
      before: earlier(narrowing.before, end),
    };
  },
};

const singular = (value: string) => value.toLowerCase().replace(/s$/, '');

function getSpan(operator: SearchOperator, value: string, timeZone: string) {
  const span = spanOf(value, timeZone, new Date());
  if (span) return span;
  throw refusal(`${shown(value)} after ${operator}: is no date. Write it as in 2026-11-20.`);
}

const bare = (text: string) =>
  wordsOf(text)
    .map((word) => word.text)
    .join(' ');

/** Whoever has that username; else that full name, that first or last one, or one that begins so. */
async function findPeople({ db, actor }: Asking, value: string): Promise<number[]> {
  const wanted = value.replace(/^@/, '');
  const name = bare(wanted);
  if (name === 'me') return [actor.userId];
  if (name === '') return [];
  // Most are here still; those who left are few, and no index knows them.
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
    if (found.length > 0) return found.slice(0, namesakes).map(({ id }) => id);
  }
  return [];
}

interface Named {
  id: number;
  username: string;
  first: string;
  last: string;
}

/** More people of one name than this are not told apart by it. */
const namesakes = 50;

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
  asking: Asking,
): Promise<readonly OwnChannel[]> {
  const name = bare(value);
  const byId = channels.filter(({ id }) => id === value.toLowerCase());
  if (byId.length > 0) return byId;
  const named = channels.filter((one) => one.name !== '' && name !== '' && bare(one.name) === name);
  if (named.length > 0 && !value.startsWith('@')) return named;
  const { userId } = asking.actor;
  const people = new Set(await findPeople(asking, value));
  return channels.filter(({ user_low: low, user_high: high }) =>
    [low, high].some((id) => id !== null && people.has(id) && (id !== userId || low === high)),
  );
}
