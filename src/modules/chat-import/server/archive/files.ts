import { Readable } from 'node:stream';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import {
  defineParser,
  type Reading,
  storedSource,
} from '../../../../platform/server/parsing/parsing.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type filesParser from './filesParser.ts';
import type { FileEnd } from './filesParser.ts';
import { UnreadableExport, unreadableOf } from './unreadable.ts';

const files = defineParser<typeof filesParser>({
  name: 'chat-import.files',
  module: new URL('./filesParser.ts', import.meta.url),
  lane: 'streams',
  seconds: 30,
  totalSeconds: 600,
  outputMaxBytes: Number.POSITIVE_INFINITY,
});

/** The files of a stored export, unpacked one at a time. */
export interface ExportFiles {
  /** The contents of one file. The stream fails with UnreadableExport. */
  stream(path: string): Readable;
  close(): void;
}

export function openFiles(
  { storage, parsing }: Pick<Platform, 'storage' | 'parsing'>,
  key: string,
  sizeBytes: number,
): ExportFiles {
  let reading: Promise<Reading<Buffer | FileEnd, null>> | undefined;
  const close = () => {
    // The caller of the failed open already has the error.
    reading?.then((one) => one.close()).catch(() => {});
    reading = undefined;
  };

  async function* bytesOf(path: string): AsyncGenerator<Buffer, undefined> {
    let isComplete = false;
    try {
      reading ??= parsing.open(files, storedSource(storage, key, sizeBytes), {});
      const items = (await reading).ask(path, isEnd);
      for (;;) {
        const { done, value } = await items.next();
        if (done) {
          isComplete = true;
          if (value?.problem) throw new UnreadableExport(value.problem);
          return;
        }
        yield value as Buffer;
      }
    } catch (error) {
      throw error instanceof Unreadable && !(error instanceof UnreadableExport)
        ? unreadableOf(error)
        : error;
    } finally {
      // Nothing else can be read in the middle of a file.
      if (!isComplete) close();
    }
  }

  return {
    stream: (path) => Readable.from(bytesOf(path), { objectMode: false }),
    close,
  };
}

const isEnd = (item: Buffer | FileEnd): item is FileEnd => !Buffer.isBuffer(item);
