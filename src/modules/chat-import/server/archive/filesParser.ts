import type { Input } from '../../../../platform/server/parsing/parser.ts';
import { openArchive } from './archive.ts';
import { UnreadableExport } from './unreadable.ts';

/** What follows the bytes of a file: success, or the reason it is incomplete. */
export interface FileEnd {
  problem: string | null;
}

/** Unpacks the files of a ZIP that are requested by path, as long as requests come. */
export default async function* unpackFiles(input: Input): AsyncGenerator<Buffer | FileEnd, null> {
  const archive = await openArchive(input);
  for await (const path of input.asks()) {
    try {
      yield* archive.bytes(String(path));
      yield { problem: null };
    } catch (error) {
      if (!(error instanceof UnreadableExport)) throw error;
      yield { problem: error.message };
    }
  }
  return null;
}
