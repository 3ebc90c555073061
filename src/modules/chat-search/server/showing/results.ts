import { sql } from 'kysely';
import type { ChatMessage } from '../../../chat/contract.ts';
import {
  type ChannelType,
  messageColumns,
  type StoredMessage,
  toMessage,
  withOwn,
} from '../../../chat/server/public.ts';
import { maskCustomerData } from '../../../data-guard/contract.ts';
import type { ExcerptPart, SearchResult } from '../../contract.ts';
import type { Hit } from '../finding/sources.ts';
import type { Term } from '../query/parse.ts';
import type { SearchDb } from '../tables.ts';
import { textsOf } from '../text/document.ts';
import { partsOf, type Range, rangesIn } from './marking.ts';

interface ResultContext {
  db: SearchDb;
  userId: number;
  channelIds: readonly string[];
  terms: readonly Term[];
}

type FoundRow = StoredMessage & {
  channel_name: string;
  channel_type: ChannelType;
  root_name: string | null;
  root_content: string | null;
};

/** The current messages of the hits, in order; messages deleted since they were indexed are left out. */
export async function showHits(
  context: ResultContext,
  hits: readonly Hit[],
): Promise<SearchResult[]> {
  if (hits.length === 0) return [];
  const { db, terms, userId } = context;
  const [rows, files] = await Promise.all([
    readRows(context, hits),
    readFileTexts(db, terms, hits),
  ]);
  const messages = await withOwn(db, userId, rows.map(toMessage));
  const found = new Map(
    rows.flatMap((row, index) => {
      const message = messages[index];
      return message ? [[row.id, { row, message }] as const] : [];
    }),
  );
  return hits.flatMap((hit) => {
    const one = found.get(hit.id);
    if (!one) return [];
    const file = hit.uploadId === null ? undefined : files.get(hit.uploadId);
    return [toResult(one, file, terms)];
  });
}

const rootLength = 300;
/** Longer than what is shown, so that data at its end is recognized as a whole. */
const readRootLength = rootLength + 100;

async function readRows(
  { db, channelIds }: ResultContext,
  hits: readonly Hit[],
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select ${messageColumns}, c.name as channel_name, c.type as channel_type,
      ru.shown_name as root_name, left(r.content, ${readRootLength}) as root_content
    from chat_messages m
    join users u on u.id = m.sender_id
    join chat_channels c on c.id = m.channel_id
    left join chat_messages r on r.id = m.thread_id
    left join users ru on ru.id = r.sender_id
    where m.id = any(${hits.map(({ id }) => id)}::uuid[]) and m.deleted_at is null
      and m.channel_id = any(${channelIds}::text[])`.execute(db);
  return rows;
}

function toResult(
  { row, message }: { row: FoundRow; message: ChatMessage },
  file: FoundFile | undefined,
  terms: readonly Term[],
): SearchResult {
  const { content, metadata } = message;
  const body = textsOf({ content, metadata, attachments: [] }).join('\n');
  const { root_name: rootName, thread_id: rootId } = row;
  return {
    message,
    channel: { id: row.channel_id, name: row.channel_name, type: row.channel_type },
    // Mask customer data in lists; the message itself shows it.
    excerpt: excerptOf(maskCustomerData(body), rangesIn(body, terms)),
    file: fileOf(message, file, terms),
    thread:
      rootId === null
        ? null
        : {
            rootId,
            senderName: rootName ?? '',
            content: rootContentOf(row.root_content ?? ''),
          },
  };
}

const rootContentOf = (content: string) =>
  maskCustomerData(content).slice(0, rootLength).toWellFormed().replace(/\s+/g, ' ');

/** The file whose contents matched, or else whose name matched. */
function fileOf(
  message: ChatMessage,
  file: FoundFile | undefined,
  terms: readonly Term[],
): SearchResult['file'] {
  const named = (name: string): ExcerptPart[] => partsOf(name, rangesIn(name, terms));
  if (file) {
    const name = message.attachments.find(({ id }) => id === file.id)?.name ?? '';
    const ranges = rangesIn(file.text, terms);
    return {
      id: file.id,
      name: named(name),
      excerpt: excerptOf(maskCustomerData(file.text), ranges),
    };
  }
  const other = message.attachments.find(({ name }) => rangesIn(name, terms).length > 0);
  return other ? { id: other.id, name: named(other.name), excerpt: [] } : null;
}

interface FoundFile {
  id: string;
  /** The part of its contents around the first match. */
  text: string;
}

const fileTextLength = 4_000;
const fileTextLead = 1_000;

/** The part of each found file for the excerpt; reading all of it would be wasteful. */
async function readFileTexts(
  db: SearchDb,
  terms: readonly Term[],
  hits: readonly Hit[],
): Promise<Map<string, FoundFile>> {
  const ids = hits.flatMap(({ uploadId }) => uploadId ?? []);
  if (ids.length === 0) return new Map();
  const needles = terms.flatMap((term) => (term.kind === 'phone' ? [] : term.words.slice(0, 1)));
  const { rows } = await sql<FoundFile>`
    select upload_id as id, substr(content, greatest(1, coalesce((
        select min(at) from (
          select strpos(lower(content), needle) as at from unnest(${needles}::text[]) needle) found
        where at > 0), 1) - ${fileTextLead}), ${fileTextLength}) as text
    from chat_file_texts where upload_id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** About three lines in a narrow list, with the first match in the first two. */
const excerptLength = 220;
const excerptLead = 50;

/** The text around the first match, or its beginning, with matches flagged. */
function excerptOf(text: string, ranges: readonly Range[]): ExcerptPart[] {
  const first = ranges[0]?.start ?? 0;
  const isShort = text.length <= 130;
  const start = isShort || first <= excerptLead ? 0 : edge(text, first - excerptLead);
  const end = isShort ? text.length : edge(text, Math.min(start + excerptLength, text.length));
  const shown = ranges
    .filter((range) => range.start < end && range.end > start)
    .map((range) => ({
      start: Math.max(range.start, start) - start,
      end: Math.min(range.end, end) - start,
    }));
  const parts = partsOf(text.slice(start, end), shown);
  if (start > 0) parts.unshift({ text: '… ', match: false });
  if (end < text.length) parts.push({ text: ' …', match: false });
  return parts;
}

/** The nearest space before a position, so that no word is cut; the position itself if none is near. */
function edge(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const blank = text.slice(Math.max(0, place - 30), place + 1).search(/\s\S*$/);
  const found = blank < 0 ? place : Math.max(0, place - 30) + blank;
  // Never inside a surrogate pair.
  return /[\udc00-\udfff]/.test(text[found] ?? '') ? found - 1 : found;
}
