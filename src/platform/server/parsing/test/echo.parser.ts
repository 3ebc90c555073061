import fs from 'node:fs';
import { concat, type Input, Unreadable } from '../parser.ts';

/** Does what a test requests, well-behaved or not. */
export default async function* echo(
  input: Input,
  { act }: { act: string },
): AsyncGenerator<unknown, unknown> {
  if (act === 'whole') return (await concat(input.read())).toString();
  if (act === 'copy') {
    for await (const chunk of input.read()) yield chunk;
    return input.sizeBytes;
  }
  if (act === 'one part') {
    yield await concat(input.read());
    return null;
  }
  if (act === 'head') {
    for await (const chunk of input.read()) return chunk.subarray(0, 4).toString();
  }
  if (act === 'range') return (await concat(input.read({ start: 3, end: 6 }))).toString();
  if (act === 'refuse') throw new Unreadable('This is no such file.');
  if (act === 'throw') throw new TypeError('secret words of the file');
  if (act === 'spin') for (;;);
  if (act === 'hang') return new Promise(() => setInterval(() => {}, 1_000));
  if (act === 'exit') process.exit(3);
  if (act === 'buffers') {
    const buffers: Buffer[] = [];
    for (;;) {
      buffers.push(Buffer.alloc(4 * 1024 * 1024, 1));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  if (act === 'buffers at once') {
    const buffers: Buffer[] = [];
    for (;;) buffers.push(Buffer.alloc(64 * 1024 * 1024, 1));
  }
  if (act === 'buffer beyond all memory') return Buffer.alloc(2 ** 36).length;
  if (act === 'heap') {
    const buffers: object[] = [];
    for (;;) buffers.push({ held: buffers });
  }
  if (act === 'flood') for (;;) yield 'x'.repeat(1_000);
  if (act === 'asks') {
    for await (const request of input.asks()) {
      yield `${request}!`;
      yield null;
    }
  }
  if (act === 'environment') return process.env;
  if (act === 'read') return attempt(() => fs.readdirSync('/etc'));
  if (act === 'write') return attempt(() => fs.writeFileSync('/tmp/written', ''));
  if (act === 'spawn') {
    const { spawnSync } = await import('node:child_process');
    return attempt(() => spawnSync('true'));
  }
  return process.pid;
}

function attempt(work: () => unknown): string {
  try {
    work();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'refused';
  }
}
