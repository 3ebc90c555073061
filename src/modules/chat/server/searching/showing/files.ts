import { sql } from 'kysely';
import type { Hit } from '../finding/sources.ts';
import type { Term } from '../query/parse.ts';
import type { SearchDb } from '../tables.ts';

export interface FoundFile {
  id: string;
  /** The part of its contents around the first match. */
  text: string;
}

const partLength = 4_000;
const lead = 1_000;

/** The part of each found file for the excerpt; reading all of it would be wasteful. */
export async function readFileTexts(
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
        where at > 0), 1) - ${lead}), ${partLength}) as text
    from chat_file_texts where upload_id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
