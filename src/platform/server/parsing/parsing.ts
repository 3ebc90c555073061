import { Readable } from 'node:stream';
import { createTurns } from '../limits/turns.ts';
import type { Log } from '../log/log.ts';
import type { Files } from '../storage/storage.ts';
import { kinds } from './frames.ts';
import { type Parser, Unreadable } from './parser.ts';
import { type ParserProcess, type Source, startProcess } from './process.ts';

/**
 * Priority classes. `documents`: read some time later; `pictures`: someone waits, and they need sharp; `messages`:
 * small, someone waits; `streams`: large imports that take minutes.
 */
const lanes = {
  documents: { width: 1, addons: false },
  pictures: { width: 2, addons: true },
  messages: { width: 1, addons: false },
  streams: { width: 2, addons: false },
} as const;
type Lane = keyof typeof lanes;

/** An idle process is ended after this time: it takes 70 MB. */
const idleMs = 60_000;
/** After this many files, or with this much memory, a process is replaced. */
const tasksAtMost = 200;
const keptMaxBytes = 200 * 1024 * 1024;

/** A parser as the server knows it: its location and its limits. */
export interface ParserDefinition<Options, Item, Result> {
  /** For the log. */
  name: string;
  /** Of the file whose default export is the `Parser`. */
  module: URL;
  lane: Lane;
  /** CPU time until the first output; three times as long in wall time, without waiting for bytes. */
  seconds: number;
  /** In total; `seconds` by default. */
  totalSeconds?: number;
  /** Of all output. */
  outputMaxBytes: number;
  /** Whether the process may read another file afterwards; yes by default. */
  isReused?: boolean;
  /** Only carries the types. */
  parser?: Parser<Options, Item, Result>;
}

/** Declares a parser: `defineParser<typeof import('./x.ts').default>({ … })` infers the types. */
export function defineParser<P extends Parser<never, unknown, unknown>>(
  definition: P extends Parser<infer Options, infer Item, infer Result>
    ? ParserDefinition<Options, Item, Result>
    : never,
) {
  return definition;
}

/** A file being read, as long as the caller asks. */
export interface Reading<Item, Result> {
  /**
   * Yields what the parser yields, and finally its return value. Throws `Unreadable`, or the error of the source.
   * Leaving early closes the read.
   */
  items(): AsyncGenerator<Item | Buffer, Result>;
  /** The values a parser yields after a request, up to the first for which `isLast` is true, which is returned. */
  ask<Last extends Item | Buffer>(
    value: unknown,
    isLast: (item: Item | Buffer) => item is Last,
  ): AsyncGenerator<Item | Buffer, Last>;
  /** Ends it at any point. */
  close(): void;
}

/**
 * Reads untrusted files in separate processes. A file may take limited time and at most 512 MB; then its process is
 * killed, and the file is `Unreadable` with the reason `limit`. A parser can access nothing but the bytes of this
 * one file.
 */
export interface Parsing {
  /** Reads a file to its end. */
  read<Options, Item, Result>(
    definition: ParserDefinition<Options, Item, Result>,
    source: Source,
    options: Options,
  ): Promise<{ items: (Item | Buffer)[]; result: Result }>;
  /**
   * Starts to read a file whose parser takes requests, or has more output than fits into memory. Must be closed.
   */
  open<Options, Item, Result>(
    definition: ParserDefinition<Options, Item, Result>,
    source: Source,
    options: Options,
  ): Promise<Reading<Item, Result>>;
  /** Ends every process. Running reads fail. */
  stop(): void;
}

/** Bytes in memory. */
export const sourceOf = (bytes: Buffer): Source => ({
  sizeBytes: bytes.length,
  open: async ({ start, end }) => Readable.from(piecesOf(bytes.subarray(start, end + 1))),
});

const pieceBytes = 64 * 1024;

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** A file of the storage. */
export const storedSource = (
  files: Pick<Files, 'open'>,
  key: string,
  sizeBytes: number,
): Source => ({ sizeBytes, open: (range) => files.open(key, range) });

export function createParsing(log: Log): Parsing {
  const running = new Set<ParserProcess>();
  const idle = new Map<Lane, ParserProcess[]>();
  const inTurn = new Map(
    Object.entries(lanes).map(([lane, { width }]) => [lane, createTurns(width)]),
  );
  let isStopped = false;

  async function take(lane: Lane): Promise<ParserProcess> {
    if (isStopped) throw stopped();
    const waiting = idle.get(lane)?.pop();
    if (waiting && !waiting.ended) return waiting;
    const started = await startProcess(lanes[lane].addons, log);
    running.add(started);
    if (isStopped) started.end('closed');
    return started;
  }

  function giveBack(lane: Lane, used: ParserProcess, isReusable: boolean): void {
    used.rest();
    const isKept =
      isReusable &&
      !isStopped &&
      !used.ended &&
      used.tasks < tasksAtMost &&
      used.residentBytes() < keptMaxBytes;
    if (!isKept) {
      used.end('closed');
      running.delete(used);
      return;
    }
    const waiting = idle.get(lane) ?? [];
    idle.set(lane, [...waiting.filter(({ ended }) => !ended), used]);
    const { tasks } = used;
    setTimeout(() => {
      const list = idle.get(lane) ?? [];
      if (used.tasks !== tasks || !list.includes(used)) return;
      idle.set(
        lane,
        list.filter((one) => one !== used),
      );
      used.end('closed');
      running.delete(used);
    }, idleMs).unref();
  }

  /** Resolves once the read has started; its slot is free again when it is closed. */
  function open<Options, Item, Result>(
    definition: ParserDefinition<Options, Item, Result>,
    source: Source,
    options: Options,
  ): Promise<Reading<Item, Result>> {
    const { lane, isReused = true, seconds, totalSeconds = seconds } = definition;
    return new Promise((resolve, reject) => {
      const queued = inTurn.get(lane)?.(async () => {
        const used = await take(lane);
        const startedAt = performance.now();
        const { promise: closed, resolve: close } = Promise.withResolvers<boolean>();
        used.begin(definition.module, options, source, { seconds, totalSeconds });
        resolve(readingOf(used, definition, close));
        const isWhole = await closed;
        giveBack(lane, used, isWhole && isReused);
        note(log, definition.name, used, performance.now() - startedAt);
      });
      queued?.catch(reject);
    });
  }

  return {
    open,
    async read(definition, source, options) {
      const reading = await open(definition, source, options);
      const items = reading.items();
      const found: Awaited<ReturnType<typeof items.next>>['value'][] = [];
      for (;;) {
        const { done, value } = await items.next();
        if (done) return { items: found as never, result: value };
        found.push(value);
      }
    },
    stop() {
      isStopped = true;
      for (const one of running) one.end('closed');
      running.clear();
      idle.clear();
    },
  };
}

const stopped = () => new Error('The server is stopping');

function note(log: Log, parser: string, used: ParserProcess, ms: number): void {
  const facts = { parser, ms: Math.round(ms), peakMb: Math.round(used.peakBytes / 1024 ** 2) };
  const { ended } = used;
  if (ended === undefined || ended === 'closed') log.debug(facts, 'File parsed');
  else log.warn({ ...facts, limit: ended }, 'Parsing a file exceeded its limits');
}

function readingOf<Options, Item, Result>(
  used: ParserProcess,
  { outputMaxBytes }: ParserDefinition<Options, Item, Result>,
  close: (isWhole: boolean) => void,
): Reading<Item, Result> {
  let output = 0;
  let parts: Buffer[] = [];

  /** The next yielded value, or the return value. */
  async function next(): Promise<{ item: Item | Buffer } | { result: Result }> {
    for (;;) {
      const frame = await used.next();
      if (!frame) throw used.ended === 'closed' ? stopped() : new Unreadable('', 'limit');
      output += frame.payload.length;
      if (output > outputMaxBytes) {
        used.end('output');
        throw new Unreadable('', 'limit');
      }
      if (frame.kind === kinds.outOfMemory) {
        used.end('memory');
        throw new Unreadable('', 'limit');
      }
      if (frame.kind === kinds.bytes) {
        parts.push(frame.payload);
        if (frame.id === 0) continue;
        const item = Buffer.concat(parts);
        parts = [];
        return { item };
      }
      const value: unknown = JSON.parse(frame.payload.toString());
      if (frame.kind === kinds.item) return { item: value as Item };
      if (frame.kind === kinds.done) return { result: value as Result };
      if (frame.kind === kinds.unreadable) throw new Unreadable(String(value), 'refused');
      throw new Unreadable(String(value), 'broken');
    }
  }

  return {
    async *items() {
      let isWhole = false;
      try {
        for (;;) {
          const found = await next();
          if ('result' in found) {
            isWhole = true;
            return found.result;
          }
          yield found.item;
        }
      } catch (error) {
        isWhole = error instanceof Unreadable && error.reason === 'refused';
        throw error;
      } finally {
        close(isWhole);
      }
    },
    async *ask(value, isLast) {
      used.ask(value);
      let isAnswered = false;
      try {
        for (;;) {
          const found = await next();
          if ('result' in found) throw new Unreadable('', 'broken');
          if (isLast(found.item)) {
            isAnswered = true;
            return found.item;
          }
          yield found.item;
        }
      } finally {
        if (!isAnswered) close(false);
      }
    },
    close: () => close(false),
  };
}
