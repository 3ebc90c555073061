import { v7 as uuid } from 'uuid';
import { ApiError } from '../../../../../../platform/web/api/ApiError.ts';
import type { FileOnItsWay } from '../../../../../../platform/web/api/sendFile.ts';
import { retryWaitMs } from '../../../../../../platform/web/network/backoff.ts';
import type { Environment } from '../../../../../../platform/web/realtime/environment.ts';
import type { Attachment } from '../../../../../attachments/contract.ts';
import { uploadMaxBytes } from '../../../../../attachments/contract.ts';
import { maxAttachments } from '../../../../contract.ts';
import type { DraftFile, Drafts } from '../../store/drafts.ts';
import type { FileTransport } from './fileTransport.ts';

const atOnce = 2;
const maxFailures = 5;
const megabyte = 1024 * 1024;
const broken = 'Couldn’t upload file. Try again.';
const sentences: Record<number, string> = {
  400: 'This file is empty or not supported.',
  401: 'Sign in again to upload this file.',
  413: `A file must be at most ${uploadMaxBytes / megabyte} MB.`,
  429: 'Too many uploads at once. Try again in a moment.',
  507: 'There is no storage space left for files.',
};

export interface VoiceNote {
  file: File;
  durationMs: number;
}

interface Options {
  drafts: Drafts;
  files: FileTransport;
  clock: Pick<Environment, 'after' | 'random'>;
  /** Files of a failed message must not be discarded. */
  isNeeded(id: string): boolean;
}

/** A file not yet fully uploaded. */
interface PendingUpload {
  key: string;
  file: File;
  durationMs: number | null;
  failures: number;
  request: FileOnItsWay<Attachment> | null;
  cancelWait: () => void;
}

/** Uploads the files of drafts, two at a time. */
export class Uploads {
  readonly #options: Options;
  readonly #uploads = new Map<string, PendingUpload>();
  /** Failed uploads waiting to be retried. */
  readonly #resting = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Attaches files in order; returns an error message if one was rejected, or null. */
  add(key: string, input: readonly File[] | VoiceNote): string | null {
    const list = 'file' in input ? [input] : input.map((file) => ({ file, durationMs: null }));
    const { drafts } = this.#options;
    let problem: string | null = null;
    for (const { file, durationMs } of list) {
      const refusal = refusalOf(file, drafts.get(key).attachments.length);
      problem ??= refusal;
      if (refusal) continue;
      const id = uuid();
      const upload = { key, file, durationMs, failures: 0, request: null, cancelWait: () => {} };
      this.#uploads.set(id, upload);
      drafts.setFiles(key, [...drafts.get(key).attachments, waitingFile(id, file, durationMs)]);
    }
    this.#pump();
    return problem;
  }

  cancel(key: string, fileId: string): void {
    const { drafts, files, isNeeded } = this.#options;
    const upload = this.#uploads.get(fileId);
    const known = drafts.get(key).attachments.find(({ id }) => id === fileId);
    this.#uploads.delete(fileId);
    this.#resting.delete(fileId);
    upload?.cancelWait();
    upload?.request?.abort();
    const others = drafts.get(key).attachments.filter(({ id }) => id !== fileId);
    drafts.setFiles(key, others);
    const started = upload?.request || known?.phase === 'ready';
    // The server cleans up unattached uploads by itself; this only does it sooner.
    if (started && !isNeeded(fileId)) void files.discard(fileId).catch(() => {});
    this.#pump();
  }

  retry(key: string, fileId: string): void {
    const upload = this.#uploads.get(fileId);
    if (!upload) return;
    upload.failures = 0;
    this.#change(key, fileId, { phase: 'waiting', progress: 0, reason: undefined });
    this.#pump();
  }

  /** Back online: retry failed uploads now. */
  connectionChanged(connected: boolean): void {
    if (!connected) return;
    for (const upload of this.#uploads.values()) upload.cancelWait();
    this.#resting.clear();
    this.#pump();
  }

  stop(): void {
    for (const upload of this.#uploads.values()) {
      upload.cancelWait();
      upload.request?.abort();
    }
    this.#uploads.clear();
  }

  #pump(): void {
    const running = [...this.#uploads.values()].filter(({ request }) => request).length;
    const next = [...this.#uploads]
      .filter(([id, upload]) => this.#phaseOf(upload.key, id) === 'waiting')
      .filter(([id]) => !this.#resting.has(id))
      .slice(0, Math.max(0, atOnce - running));
    for (const [id, upload] of next) void this.#send(id, upload);
  }

  async #send(id: string, upload: PendingUpload): Promise<void> {
    const { key, file, durationMs } = upload;
    const onProgress = (progress: number) => this.#change(key, id, { progress });
    this.#change(key, id, { phase: 'uploading', progress: 0 });
    const request = this.#options.files.send({ id, file, durationMs, onProgress });
    upload.request = request;
    try {
      const attachment = await request.done;
      if (upload.request === request && this.#uploads.has(id))
        this.#arrived(id, upload, attachment);
    } catch (error) {
      if (upload.request === request && this.#uploads.has(id)) this.#failed(id, upload, error);
    }
    if (upload.request === request) upload.request = null;
    this.#pump();
  }

  #arrived(id: string, upload: PendingUpload, attachment: Attachment): void {
    this.#uploads.delete(id);
    this.#change(upload.key, id, { phase: 'ready', progress: 1, attachment });
  }

  #failed(id: string, upload: PendingUpload, error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    upload.failures += 1;
    const willRetry =
      status === 0 || (status >= 500 && status !== 507 && upload.failures <= maxFailures);
    if (!willRetry) {
      this.#change(upload.key, id, { phase: 'failed', reason: reasonOf(error, status) });
      return;
    }
    this.#change(upload.key, id, { phase: 'waiting', progress: 0 });
    this.#resting.add(id);
    const wait = retryWaitMs(upload.failures, this.#options.clock.random());
    upload.cancelWait = this.#options.clock.after(wait, () => {
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

function waitingFile(id: string, file: File, durationMs: number | null): DraftFile {
  const { name, size, type } = file;
  return {
    id,
    name,
    size,
    mimeType: type || 'application/octet-stream',
    phase: 'waiting',
    progress: 0,
    attachment: null,
    durationMs,
  };
}

function reasonOf(error: unknown, status: number): string {
  const sentence = error instanceof ApiError && error.code ? error.sentence : undefined;
  return sentence ?? sentences[status] ?? broken;
}
