import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../platform/server/parsing/process.ts';
import type { PagedKind } from './kinds.ts';
import type renderParser from './renderParser.ts';
import type { PageOptions } from './renderParser.ts';

const page = defineParser<typeof renderParser>({
  name: 'documents.page',
  module: new URL('./renderParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 30,
  outputMaxBytes: 24 * 1024 * 1024,
});

/**
 * One page of a PDF or image as WebP, at most `width` pixels wide and three times as high, turned as its metadata says
 * and without them. Pages are numbered from 1. Null if there is no such page, or it cannot be read within the limits.
 * Rejects only on errors of the source.
 */
export async function renderPage(
  parsing: Parsing,
  source: Source,
  options: { kind: PagedKind; page: number; width: number },
): Promise<Buffer | null> {
  const { kind, page, width } = options;
  return (await pageAs(parsing, source, { kind, page, as: { width } }))?.bytes ?? null;
}

export async function pageAs(
  parsing: Parsing,
  source: Source,
  options: PageOptions,
): Promise<{ bytes: Buffer; width: number; height: number } | null> {
  try {
    const { items, result } = await parsing.read(page, source, options);
    return { bytes: items[0] as Buffer, ...result };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
