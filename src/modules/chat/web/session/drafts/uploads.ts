import { v7 as uuid } from 'uuid';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import type { FileOnItsWay } from '../../../../../platform/web/api/sendFile.ts';
import { retryWaitMs } from '../../../../../platform/web/realtime/backoff.ts';
import type { Environment } from '../../../../../platform/web/realtime/environment.ts';
import { uploadMaxBytes } from '../../../contract/attachments.ts';
import { type Attachment, maxAttachments } from '../../../contract.ts';
import type { DraftFile, Drafts } from '../../store/drafts.ts';
import type { FileTransport } from './fileTransport.ts';

const atOnce = 2;
const maxFailures = 5;
const megabyte = 1024 * 1024;
const broken = 'The upload did not work. Please try again.';
const sentences: Record<number, string> = {
  400: 'This file is empty or cannot be used.',
  401: 'Please sign in again to upload this file.',
  413: `A file must be at most ${uploadMaxBytes / megabyte} MB.`,
  429: 'Too many uploads at once. Please try again in a moment.',
  507: 'There is no room left for files.',
};

export interface VoiceNote {
  file: File;
  durationMs: number;
}

interface Options {
  drafts: Drafts;
  files: FileTransport;
  clock: Pick<Environment, 'after' | 'random'>;
  /** Files that a refused message may still carry must not be thrown away. */
  isNeeded(id: string): boolean;
}

/** A file this tab holds until the server has it. */
interface PendingUpload {
  key: string;
  file: File;
  durationMs: number | null;
  failures: number;
  way: FileOnItsWay<Attachment> | null;
  cancelWait: () => void;
}

/** Brings the files of drafts to the server, two at a time. */
export class Uploads {
  readonly #options: Options;
  readonly #held = new Map<string, PendingUpload>();
  /** Those that failed and wait for a better time. */
  readonly #resting = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Attaches files, in order; answers what to tell the person where one could not be, or null. */
  add(key: string, given: readonly File[] | VoiceNote): string | null {
    const list = 'file' in given ? [given] : given.map((file) => ({ file, durationMs: null }));
    const { drafts } = this.#options;
    let problem: string | null = null;
    for (const { file, durationMs } of list) {
      const refusal = refusalOf(file, drafts.get(key).attachments.length);
      problem ??= refusal;
      if (refusal) continue;
      const id = uuid();
      const held = { key, file, durationMs, failures: 0, way: null, cancelWait: () => {} };
      this.#held.set(id, held);
      drafts.setFiles(key, [...drafts.get(key).attachments, waiting(id, file, durationMs)]);
    }
    this.#pump();
    return problem;
  }

  cancel(key: string, fileId: string): void {
    const { drafts, files, isNeeded } = this.#options;
    const held = this.#held.get(fileId);
    const known = drafts.get(key).attachments.find(({ id }) => id === fileId);
    this.#held.delete(fileId);
    this.#resting.delete(fileId);
    held?.cancelWait();
    held?.way?.abort();
    const others = drafts.get(key).attachments.filter(({ id }) => id !== fileId);
    drafts.setFiles(key, others);
    const begun = held?.way || known?.phase === 'ready';
    // The server forgets by itself what no message carries; this only makes it sooner.
    if (begun && !isNeeded(fileId)) void files.discard(fileId).catch(() => {});
    this.#pump();
  }

  retry(key: string, fileId: string): void {
    const held = this.#held.get(fileId);
    if (!held) return;
    held.failures = 0;
    this.#change(key, fileId, { phase: 'waiting', progress: 0, reason: undefined });
    this.#pump();
  }

  /** The line is back: whatever waits for a better time goes now. */
  connectionChanged(connected: boolean): void {
    if (!connected) return;
    for (const held of this.#held.values()) held.cancelWait();
    this.#resting.clear();
    this.#pump();
  }

  stop(): void {
    for (const held of this.#held.values()) {
      held.cancelWait();
      held.way?.abort();
    }
    this.#held.clear();
  }

  #pump(): void {
    const under = [...this.#held.values()].filter(({ way }) => way).length;
    const next = [...this.#held]
      .filter(([id, held]) => this.#phaseOf(held.key, id) === 'waiting')
      .filter(([id]) => !this.#resting.has(id))
      .slice(0, Math.max(0, atOnce - under));
    for (const [id, held] of next) void this.#send(id, held);
  }

  async #send(id: string, held: PendingUpload): Promise<void> {
    const { key, file, durationMs } = held;
    const onProgress = (progress: number) => this.#change(key, id, { progress });
    this.#change(key, id, { phase: 'uploading', progress: 0 });
    const way = this.#options.files.send({ id, file, durationMs, onProgress });
    held.way = way;
    try {
      const attachment = await way.done;
      if (held.way === way && this.#held.has(id)) this.#arrived(id, held, attachment);
    } catch (error) {
      if (held.way === way && this.#held.has(id)) this.#failed(id, held, error);
    }
    if (held.way === way) held.way = null;
    this.#pump();
  }

  #arrived(id: string, held: PendingUpload, attachment: Attachment): void {
    this.#held.delete(id);
    this.#change(held.key, id, { phase: 'ready', progress: 1, attachment });
  }

  #failed(id: string, held: PendingUpload, error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    held.failures += 1;
    const again = status === 0 || (status >= 500 && status !== 507 && held.failures <= maxFailures);
    if (!again) {
      this.#change(held.key, id, { phase: 'failed', reason: reasonOf(error, status) });
      return;
    }
    this.#change(held.key, id, { phase: 'waiting', progress: 0 });
    this.#resting.add(id);
    const wait = retryWaitMs(held.failures, this.#options.clock.random());
    held.cancelWait = this.#options.clock.after(wait, () => {
      this.#resting.delete(id);
      this.#pump();
    });
  }

  #phaseOf(key: string, id: string): DraftFile['phase'] | undefined {
    return this.#options.drafts.get(key).attachments.find((file) => file.id === id)?.phase;
  }

  #change(key: string, id: string, change: Partial<DraftFile>): void {
    const { drafts } = this.#options;
    const files = drafts.get(key).attachments;
    if (!files.some((file) => file.id === id)) return;
    drafts.setFiles(
      key,
      files.map((file) => (file.id === id ? { ...file, ...change } : file)),
    );
  }
}

function refusalOf({ name, size }: File, count: number): string | null {
  if (count >= maxAttachments) return `A message must have at most ${maxAttachments} files.`;
  if (size === 0) return `“${name}” is empty.`;
  const limit = uploadMaxBytes / megabyte;
  return size > uploadMaxBytes ? `“${name}” is larger than ${limit} MB.` : null;
}

function waiting(id: string, file: File, durationMs: number | null): DraftFile {
  const { name, size, type } = file;
  const mimeType = type || 'application/octet-stream';
  const draft = { id, name, size, mimeType, durationMs, progress: 0, attachment: null };
  return { ...draft, phase: 'waiting' };
}

function reasonOf(error: unknown, status: number): string {
  const said = error instanceof ApiError && error.code ? error.sentence : undefined;
  return said ?? sentences[status] ?? broken;
}
