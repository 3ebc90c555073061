import { sql } from 'kysely';
import { findTimeZone } from '../../../platform/contract/wallTime.ts';
import { invalid } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { SearchAnswer } from '../contract.ts';
import { readCursor, timeOf, writeCursor } from './finding/place.ts';
import { fileSource, messageSource } from './finding/sources.ts';
import { findPage, mergePages } from './finding/stages.ts';
import { parseQuery, type Term } from './query/parse.ts';
import { patternsOf } from './query/patterns.ts';
import { type OwnChannel, resolveOperators, type SearchFilters } from './query/resolve.ts';
import { showHits } from './showing/results.ts';
import type { SearchDb } from './tables.ts';

interface Query {
  q: string;
  before?: string | undefined;
  limit: number;
  timeZone?: string | undefined;
}

const maxTerms = 40;
/** Scanning this many messages is faster than using the index of all messages. */
const fewRows = 10_000;
/** A normal backlog, which is indexed within a second. */
const normalBacklog = 500;

interface SearchServices {
  db: SearchDb;
  chat: ChatParts;
}

/** A page of matching messages the user can read, newest first. */
export async function searchMessages(
  { db, chat }: SearchServices,
  actor: Actor,
  query: Query,
): Promise<SearchAnswer> {
  const cursor = readCursor(query.before);
  const { terms, operators } = parseQuery(query.q);
  assertSearchable(query.q, terms, operators.length);
  const ownZone = query.timeZone ? findTimeZone(query.timeZone) : null;
  const timeZone = ownZone ?? (await getTimezone(db));
  const context = { db, actor, timeZone };
  const own = await listOwn(db, chat, actor);
  const filters = await resolveOperators(context, own, operators);
  if (filters.channels.length === 0)
    return { results: [], next: null, searchedTo: null, isFilling: false };
  const patterns = terms.map((term) => patternsOf(term));
  const criteria = { userId: actor.userId, filters, patterns };
  const sources = [messageSource(criteria), ...(terms.length > 0 ? [fileSource(criteria)] : [])];
  const stageQuery = { cursor, limit: query.limit, isNarrow: isNarrow(filters) };
  const pages = [];
  for (const source of sources) pages.push(await findPage(db, source, stageQuery));
  const { hits, next, stoppedAt, isWalking } = mergePages(pages, query.limit);
  const channelIds = filters.channels.map(({ id }) => id);
  return {
    results: await showHits({ db, userId: actor.userId, channelIds, terms }, hits),
    next: next && writeCursor({ place: next, isWalking }),
    searchedTo: stoppedAt && new Date(timeOf(stoppedAt)).toISOString(),
    isFilling: sumOf(filters, 'waiting') > normalBacklog,
  };
}

function assertSearchable(typed: string, terms: readonly Term[], operators: number): void {
  const refuse = (sentence: string) => invalid(sentence, { q: sentence });
  if (typed.trim() === '') throw refuse('Enter a search term.');
  if (terms.length + operators === 0) throw refuse('Enter at least one letter or digit.');
  if (terms.length > maxTerms) throw refuse('Search for at most 40 words at once.');
  if (operators > maxTerms) throw refuse('Use fewer filters at once.');
}

async function listOwn(db: SearchDb, chat: ChatParts, actor: Actor): Promise<OwnChannel[]> {
  return db
    .selectFrom('chat_channels as c')
    .leftJoin('chat_search_cursors as k', 'k.channel_id', 'c.id')
    .select(['c.id', 'c.type', 'c.name', 'c.user_low', 'c.user_high', 'c.last_rev'])
    .select(sql<number>`c.last_rev - coalesce(k.rev, 0)`.as('waiting'))
    .where(await chat.visibleTo(actor))
    .execute();
}

const isNarrow = (filters: SearchFilters) =>
  filters.isStarred || sumOf(filters, 'last_rev') <= fewRows;

const sumOf = ({ channels }: SearchFilters, what: 'last_rev' | 'waiting') =>
  channels.reduce((sum, channel) => sum + channel[what], 0);
