import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import type { Log } from '../log/log.ts';
import { type Frame, framesOf, headerOf, jsonFrame, kinds } from './frames.ts';

const program = path.join(import.meta.dirname, 'child.ts');
const sources = fs.realpathSync(path.resolve(import.meta.dirname, '../../..'));
const packages = path.resolve(sources, '../node_modules');

/** Resident memory in total: checked often enough that no process reaches 512 MB. */
const watchedMaxBytes = 440 * 1024 * 1024;
/**
 * Kernel limit in KB: all writable memory. V8 reserves 512 MB for code that it never touches, which count here;
 * together with 55 MB of programs that do not, this ends below 512 MB of resident memory.
 */
const dataMaxKb = 960_000;
const heapMaxMb = 256;
/** CPU limit: ends a process in an endless loop whose server died. */
const processorMaxSeconds = 3_600;
const watchMs = 50;
const startMs = 30_000;

export interface Source {
  sizeBytes: number;
  /** The bytes from `start` to `end`, inclusive. */
  open(range: { start: number; end: number }): Promise<Readable>;
}

/**
 * Limits of CPU time in seconds: until the first output, and in total. Wall time may be three times as long,
 * because of other load. Waiting for the server does not count.
 */
export interface TimeLimits {
  seconds: number;
  totalSeconds: number;
}

interface Spent {
  computedMs: number;
  clockMs: number;
}

interface Task {
  source: Source;
  limits: TimeLimits;
  /** Since its last output, and in total. */
  silent: Spent;
  total: Spent;
  /** Whether we wait for the process, rather than it for us. */
  isAwaited: boolean;
  /** Reads waiting for the storage; that time is not the process's fault. */
  waitingForStorage: number;
  cancelled: Set<number>;
  failure: unknown;
}

/** A process that reads files, one at a time. */
export class ParserProcess {
  readonly #child: ChildProcess;
  readonly #pipe: Duplex;
  readonly #frames: AsyncGenerator<Frame, undefined>;
  #watch: NodeJS.Timeout | undefined;
  #task: Task | undefined;
  #lastLook = performance.now();
  #computedMs = 0;
  /** Why it was ended. */
  ended: 'memory' | 'time' | 'output' | 'crash' | 'closed' | undefined;
  tasks = 0;
  peakBytes = 0;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#pipe = child.stdio[3] as Duplex;
    // Its end is noticed where its frames are read.
    this.#pipe.on('error', () => {});
    child.on('error', () => {});
    child.once('exit', () => {
      this.ended ??= 'crash';
      clearInterval(this.#watch);
      this.#pipe.destroy();
    });
    this.#frames = framesOf(this.#pipe);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Whether it started in time. */
  async isReady(): Promise<boolean> {
    const timer = setTimeout(() => this.end('time'), startMs);
    const frame = await this.#next();
    clearTimeout(timer);
    return frame?.kind === kinds.ready;
  }

  /** Starts to read a file. */
  begin(module: URL, options: unknown, source: Source, limits: TimeLimits): void {
    this.tasks += 1;
    this.peakBytes = 0;
    this.#task = {
      source,
      limits,
      isAwaited: false,
      waitingForStorage: 0,
      silent: { computedMs: 0, clockMs: 0 },
      total: { computedMs: 0, clockMs: 0 },
      cancelled: new Set(),
      failure: undefined,
    };
    this.#lastLook = performance.now();
    this.#computedMs = computedMsOf(this.pid);
    this.#watch = setInterval(() => this.#look(), watchMs);
    const { sizeBytes } = source;
    this.#pipe.write(jsonFrame(kinds.start, 0, { module: module.href, options, sizeBytes }));
  }

  ask(value: unknown): void {
    this.#pipe.write(jsonFrame(kinds.ask, 0, value));
  }

  /** The next output for the file; undefined once it has ended. Rejects if the file cannot be fetched. */
  async next(): Promise<Frame | undefined> {
    const task = this.#task;
    if (!task) return undefined;
    for (;;) {
      task.isAwaited = true;
      const frame = await this.#next();
      task.isAwaited = false;
      task.silent = { computedMs: 0, clockMs: 0 };
      if (task.failure !== undefined) throw task.failure;
      if (frame?.kind === kinds.read) void this.#serve(task, frame);
      else if (frame?.kind === kinds.cancel) task.cancelled.add(frame.id);
      else return frame;
    }
  }

  /** It has finished the file. */
  rest(): void {
    clearInterval(this.#watch);
    this.#look();
    this.#task = undefined;
  }

  /** Its current memory in bytes; 0 if the system does not report it. */
  residentBytes(): number {
    return residentBytesOf(this.pid);
  }

  end(why: NonNullable<ParserProcess['ended']>): void {
    this.ended ??= why;
    this.#child.kill('SIGKILL');
  }

  async #next(): Promise<Frame | undefined> {
    try {
      return (await this.#frames.next()).value;
    } catch {
      // Its output is invalid, or its pipe broke.
      this.end('crash');
      return undefined;
    }
  }

  /** Memory and time are measured from outside: what a process reports about itself is not trusted. */
  #look(): void {
    const now = performance.now();
    const passed = now - this.#lastLook;
    this.#lastLook = now;
    const task = this.#task;
    if (!task || this.ended) return;
    const resident = this.residentBytes();
    this.peakBytes = Math.max(this.peakBytes, resident);
    if (resident > watchedMaxBytes) this.end('memory');
    const computed = computedMsOf(this.pid);
    const isOurs = !task.isAwaited || task.waitingForStorage > 0;
    for (const spent of [task.silent, task.total]) {
      spent.computedMs += Math.max(computed - this.#computedMs, 0);
      // A server that was stalled itself cannot know how long the process took.
      if (!isOurs) spent.clockMs += Math.min(passed, 2 * watchMs);
    }
    this.#computedMs = computed;
    const { seconds, totalSeconds } = task.limits;
    if (isOver(task.silent, seconds) || isOver(task.total, totalSeconds)) this.end('time');
  }

  async #serve(task: Task, { id, payload }: Frame): Promise<void> {
    try {
      const { start, end } = JSON.parse(payload.toString()) as { start: number; end: number };
      task.waitingForStorage += 1;
      try {
        await this.#copy(task, id, { start, end: Math.min(end, task.source.sizeBytes) - 1 });
      } finally {
        task.waitingForStorage -= 1;
      }
      await this.#write(headerOf(kinds.dataEnd, id, 0));
    } catch (error) {
      task.failure ??= error;
      this.end('closed');
    }
  }

  async #copy(task: Task, id: number, range: { start: number; end: number }): Promise<void> {
    if (range.end < range.start) return;
    for await (const chunk of (await task.source.open(range)) as AsyncIterable<Buffer>) {
      if (task.cancelled.delete(id) || this.ended) return;
      task.waitingForStorage -= 1;
      try {
        await this.#write(headerOf(kinds.data, id, chunk.length), chunk);
      } finally {
        task.waitingForStorage += 1;
      }
    }
  }

  async #write(header: Buffer, payload?: Buffer): Promise<void> {
    let hasRoom = this.#pipe.write(header);
    if (payload && payload.length > 0) hasRoom = this.#pipe.write(payload);
    if (hasRoom || this.#pipe.destroyed) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#pipe.off('drain', done);
        this.#pipe.off('close', done);
        resolve();
      };
      this.#pipe.on('drain', done);
      this.#pipe.on('close', done);
    });
  }
}

const isOver = ({ computedMs, clockMs }: Spent, seconds: number) =>
  computedMs > seconds * 1_000 || clockMs > 3 * seconds * 1_000;

/** CPU time; 0 if the system does not report it. */
function computedMsOf(pid: number): number {
  if (process.platform !== 'linux' || pid === 0) return 0;
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Its name, in parentheses, may contain spaces; user and system time follow, in hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    // It has just ended.
    return 0;
  }
}

function residentBytesOf(pid: number): number {
  if (process.platform !== 'linux' || pid === 0) return 0;
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // It has just ended.
    return 0;
  }
}

/** Starts a process; `addons`: whether it needs native libraries. Throws if none can be started. */
export async function startProcess(addons: boolean, log: Log): Promise<ParserProcess> {
  const limited = await launch(addons, limitsOfKernel, log);
  if (limited) return limited;
  if (limitsOfKernel.length > 0) {
    // A system without a shell, or with other ulimit units; the limits from outside still apply.
    log.warn('Parser processes run without system limits');
    limitsOfKernel = [];
    const watched = await launch(addons, [], log);
    if (watched) return watched;
  }
  throw new Error('No parser process can be started');
}

const shell = [
  'ulimit -c 0',
  `ulimit -d ${dataMaxKb}`,
  'ulimit -s 2048',
  `ulimit -t ${processorMaxSeconds}`,
  // If the machine runs out of memory, this process is killed first and not the server.
  'echo 1000 2>/dev/null >/proc/self/oom_score_adj',
  'exec "$@"',
].join('; ');
let limitsOfKernel = process.platform === 'linux' ? ['/bin/sh', '-c', shell, 'sh'] : [];

async function launch(
  addons: boolean,
  before: readonly string[],
  log: Log,
): Promise<ParserProcess | undefined> {
  const [file = '', ...args] = [...before, process.execPath, ...flagsOf(addons), program];
  const child = spawn(file, args, {
    cwd: '/',
    // None of ours: settings contain passwords.
    env: {
      UV_THREADPOOL_SIZE: '2',
      MALLOC_ARENA_MAX: '2',
      ...(process.platform === 'win32' && { SYSTEMROOT: process.env.SYSTEMROOT }),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let stderrText = '';
  child.stderr?.on('data', (data: Buffer) => {
    stderrText = (stderrText + data.toString()).slice(0, 2_000);
  });
  const started = new ParserProcess(child);
  if (await started.isReady()) {
    yieldProcessor(started.pid);
    // From here on it may quote files.
    child.stderr?.removeAllListeners('data').resume();
    return started;
  }
  started.end('crash');
  log.warn({ stderr: stderrText }, 'Failed to start a parser process');
  return undefined;
}

function flagsOf(addons: boolean): string[] {
  const flags = [
    `--max-old-space-size=${heapMaxMb}`,
    '--max-semi-space-size=8',
    '--v8-pool-size=1',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
  ];
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return flags;
  return [
    ...flags,
    '--permission',
    `--allow-fs-read=${sources}/*`,
    `--allow-fs-read=${packages}/*`,
    ...(addons ? ['--allow-addons'] : []),
  ];
}

/** Low enough for requests to go first, and high enough that photos are not delayed forever. */
const niceness = 5;

function yieldProcessor(pid: number): void {
  try {
    os.setPriority(pid, niceness);
  } catch {
    // Not every system allows it; it is optional.
  }
}
