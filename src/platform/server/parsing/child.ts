import net from 'node:net';
import { type Frame, framesOf, headerOf, jsonFrame, kinds } from './frames.ts';
import { type Input, type Parser, Unreadable } from './parser.ts';

/**
 * The process parsers run in. It has no settings, no secrets and no connection but the pipe it was started with,
 * and may read no file but the program's own. Its limits are set and enforced by the server.
 */
const pipe = new net.Socket({ fd: 3, readable: true, writable: true });
// Without a server there is no one to read for.
pipe.on('error', () => process.exit(0));
pipe.on('close', () => process.exit(0));

async function send(header: Buffer, payload?: Uint8Array): Promise<void> {
  let hasRoom = pipe.write(header);
  if (payload && payload.length > 0) hasRoom = pipe.write(payload);
  if (!hasRoom) await new Promise<void>((resolve) => pipe.once('drain', resolve));
}

/** A queue for one reader. Beyond `atMost` bytes the pipe is paused. */
class Queue<T> {
  readonly #waiting: { value: T; bytes: number }[] = [];
  #bytes = 0;
  #ended = false;
  #wake: (() => void) | undefined;

  push(value: T, bytes: number): void {
    this.#waiting.push({ value, bytes });
    this.#bytes += bytes;
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  get isFull(): boolean {
    return this.#bytes > queueMaxBytes;
  }

  async next(): Promise<T | undefined> {
    for (;;) {
      const first = this.#waiting.shift();
      if (first) {
        this.#bytes -= first.bytes;
        if (!this.isFull) emptied();
        return first.value;
      }
      if (this.#ended) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

const queueMaxBytes = 1024 * 1024;
let emptied: () => void = () => {};

const reads = new Map<number, Queue<Buffer>>();
let lastRead = 0;
let requests = new Queue<unknown>();

async function* read(start: number, end: number): AsyncGenerator<Buffer, undefined> {
  if (end <= start) return;
  lastRead += 1;
  const id = lastRead;
  const queue = new Queue<Buffer>();
  reads.set(id, queue);
  await send(jsonFrame(kinds.read, id, { start, end }));
  try {
    for (let piece = await queue.next(); piece; piece = await queue.next()) yield piece;
  } finally {
    if (reads.delete(id)) {
      emptied();
      await send(headerOf(kinds.cancel, id, 0));
    }
  }
}

async function* asks(queue: Queue<unknown>): AsyncGenerator<unknown, undefined> {
  for (let ask = await queue.next(); ask !== undefined; ask = await queue.next()) yield ask;
}

interface Start {
  module: string;
  options: unknown;
  sizeBytes: number;
}

async function parse({ module, options, sizeBytes }: Start, queue: Queue<unknown>): Promise<void> {
  try {
    const { default: parser } = (await import(module)) as {
      default: Parser<unknown, unknown, unknown>;
    };
    const input: Input = {
      sizeBytes,
      read: ({ start = 0, end = sizeBytes } = {}) => read(start, Math.min(end, sizeBytes)),
      asks: () => asks(queue),
    };
    const items = parser(input, options);
    for (;;) {
      const { done, value } = await items.next();
      if (done) {
        await send(jsonFrame(kinds.done, 0, value));
        return;
      }
      if (value instanceof Uint8Array) await sendBytes(value);
      else await send(jsonFrame(kinds.item, 0, value));
    }
  } catch (error) {
    if (error instanceof Unreadable && error.reason === 'refused') {
      await send(jsonFrame(kinds.unreadable, 0, error.message));
    } else if (isOutOfMemory(error)) {
      await send(headerOf(kinds.outOfMemory, 0, 0));
    } else {
      // Never its message, which may quote the file.
      const name = error instanceof Error ? error.name : typeof error;
      await send(jsonFrame(kinds.broken, 0, name));
    }
  }
}

/** When the kernel refuses memory before the server has noticed the usage. */
const isOutOfMemory = (error: unknown) =>
  error instanceof RangeError && /allocat|grow/i.test(error.message);

async function sendBytes(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at === 0 || at < bytes.length; at += queueMaxBytes) {
    const piece = bytes.subarray(at, at + queueMaxBytes);
    // Marks the last piece: what is yielded as one value arrives as one.
    const isLast = at + queueMaxBytes >= bytes.length;
    await send(headerOf(kinds.bytes, isLast ? 1 : 0, piece.length), piece);
  }
}

async function take({ kind, id, payload }: Frame): Promise<void> {
  const queue = reads.get(id);
  if (kind === kinds.data && queue) {
    queue.push(payload, payload.length);
    while (queue.isFull && reads.get(id) === queue) {
      await new Promise<void>((resolve) => {
        emptied = resolve;
      });
    }
  } else if (kind === kinds.dataEnd && queue) {
    reads.delete(id);
    queue.end();
  } else if (kind === kinds.start) {
    requests = new Queue();
    // Not awaited: it needs what arrives after it.
    void parse(JSON.parse(payload.toString()) as Start, requests);
  } else if (kind === kinds.ask) {
    requests.push(JSON.parse(payload.toString()), 0);
  }
}

await send(headerOf(kinds.ready, 0, 0));
for await (const frame of framesOf(pipe)) await take(frame);
