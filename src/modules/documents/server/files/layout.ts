import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../platform/server/parsing/process.ts';
import type { Layout } from '../../contract/layout.ts';
import type readLayout from './layoutParser.ts';

const layouts = defineParser<typeof readLayout>({
  name: 'documents.layout',
  module: new URL('./layoutParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 20,
  outputMaxBytes: 16 * 1024 * 1024,
});

/**
 * Headings, lists, tables, sheets and slides of an Office or OpenDocument file; null if it cannot be read within the
 * limits. Rejects only on errors of the source.
 */
export async function layoutOf(parsing: Parsing, source: Source): Promise<Layout | null> {
  try {
    return (await parsing.read(layouts, source, {})).result;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
