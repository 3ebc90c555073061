import { v4 as uuid } from 'uuid';
import { ApiError, sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { retryWaitMs } from '../../../../../platform/web/network/backoff.ts';
import { onNetworkReturn } from '../../../../../platform/web/network/network.ts';
import { createStore } from '../../../../../platform/web/state/createStore.ts';
import { keepUnsavedWork } from '../../../../../platform/web/state/unsaved.ts';
import { fileMaxBytes } from '../../../contract/document.ts';
import { discardUpload, getDocument } from '../../../contract.ts';
import { fileMaxText, titleOfFile } from '../labels.ts';
import { isUnderWay, type UploadJob } from './job.ts';
import { forgetUpload, keepUpload, listKept } from './kept.ts';
import { addUpload, FileGone, sendPieces } from './send.ts';

const jobs = createStore<readonly UploadJob[]>([]);
/** The uploads of this page, in the order they were chosen. They go on while pages change. */
export const uploads = { get: jobs.get, watch: jobs.watch };

/** What the browser needs of an upload besides its job. */
interface Work {
  bytes: Blob;
  stop: AbortController;
  /** Ends the question before the page is left; asked only where the file could not be kept. */
  release: () => void;
}
const works = new Map<string, Work>();

const atOnce = 2;
const running = new Set<string>();

const findJob = (id: string) => jobs.get().find((one) => one.id === id);

function change(id: string, next: Partial<UploadJob>): void {
  jobs.set(jobs.get().map((job) => (job.id === id ? { ...job, ...next } : job)));
}

interface NewUpload extends Pick<UploadJob, 'userId' | 'origin' | 'purpose'> {
  file: File;
}

/** Starts an upload; what can’t be one says why in its line. */
export async function startUploading({ file, ...rest }: NewUpload): Promise<void> {
  const job: UploadJob = {
    ...rest,
    id: uuid(),
    clientId: uuid(),
    startedAt: Date.now(),
    title: titleOfFile(file.name),
    fileName: file.name.slice(-255),
    sizeBytes: file.size,
    acceptsDuplicate: false,
    sentBytes: 0,
    state: { phase: 'waiting' },
  };
  const problem = problemOf(file);
  if (problem) {
    const state = { phase: 'failed', sentence: problem, canRetry: false } as const;
    jobs.set([...jobs.get(), { ...job, state }]);
    return;
  }
  jobs.set([...jobs.get(), job]);
  const isKept = await keepUpload({ job, bytes: file });
  // Canceled, or signed out, while it was written.
  if (!findJob(job.id)) return forgetUpload(job.id);
  begin(job, file, isKept ? () => undefined : keepUnsavedWork());
}

function problemOf({ size }: File): string | undefined {
  if (size === 0) return 'This file is empty.';
  return size > fileMaxBytes ? `A file can have at most ${fileMaxText}.` : undefined;
}

function begin({ id }: UploadJob, bytes: Blob, release: () => void): void {
  works.set(id, { bytes, stop: new AbortController(), release });
  pump();
}

/** Goes on with what an earlier page of this person left unfinished. */
export async function resumeUploads(userId: number): Promise<void> {
  for (const { job, bytes } of await listKept(userId)) {
    if (findJob(job.id)) continue;
    const state = isUnderWay(job) ? ({ phase: 'waiting' } as const) : job.state;
    jobs.set([...jobs.get(), { ...job, state }]);
    begin(job, bytes, () => undefined);
  }
}

function pump(): void {
  for (const job of jobs.get()) {
    if (running.size >= atOnce) return;
    const work = works.get(job.id);
    if (!work || running.has(job.id) || job.state.phase !== 'waiting') continue;
    running.add(job.id);
    void inOneTab(job.id, () => run(job.id, work)).finally(() => {
      running.delete(job.id);
      pump();
    });
  }
}

/** Tabs share what is kept: only one of them sends an upload, and the others do not show it. */
async function inOneTab(id: string, work: () => Promise<void>): Promise<void> {
  // Browsers have no locks where a page is not served over HTTPS; sending twice is only a waste.
  if (!navigator.locks) return work();
  await navigator.locks.request(`document-upload-${id}`, { ifAvailable: true }, async (lock) => {
    if (lock) return work();
    drop(id);
  });
}

async function run(id: string, work: Work): Promise<void> {
  const { signal } = work.stop;
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await send(id, work);
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) return fail(id, error);
      change(id, { state: { phase: 'offline' } });
      await untilWorthTrying(attempt, signal);
    }
  }
}

/** Sends what is missing and adds the document; throws what stopped it. */
async function send(id: string, { bytes, stop }: Work): Promise<void> {
  const job = findJob(id);
  if (!job) return;
  change(id, { state: { phase: 'sending' } });
  const upload = await sendPieces(job, bytes, stop.signal, (sentBytes) =>
    change(id, { sentBytes }),
  ).catch((error: unknown) => {
    // Added before, with an answer that did not arrive: adding it again returns the same document.
    if (error instanceof ApiError && error.status === 409) return null;
    throw error;
  });
  const sameAs = upload?.sameAs;
  const isVersion = job.purpose.kind === 'version';
  if (sameAs && !job.acceptsDuplicate && !isVersion) {
    change(id, { state: { phase: 'duplicate', sameAs } });
    return;
  }
  change(id, { state: { phase: 'adding' } });
  const { id: documentId, title, isFiled } = await addUpload(job);
  await release(id);
  change(id, { state: { phase: 'done', document: { id: documentId, title, isFiled } } });
}

/** Neither the file nor the person is the reason: it is worth waiting and trying again. */
const isPassing = (error: unknown) =>
  error instanceof ApiError
    ? error.status === 429 || error.status >= 500
    : !(error instanceof FileGone);

function untilWorthTrying(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      stopWatching();
      signal.removeEventListener('abort', goOn);
      resolve();
    };
    const timer = setTimeout(goOn, retryWaitMs(Math.min(attempt, 6), Math.random()));
    const stopWatching = onNetworkReturn(goOn);
    signal.addEventListener('abort', goOn);
  });
}

function fail(id: string, error: unknown): void {
  const isGone = error instanceof FileGone;
  const sentence = isGone
    ? 'This file was moved or changed. Choose it again.'
    : sentenceOf(error, 'Couldn’t add this file. Try again.');
  const canRetry = !isGone && !(error instanceof ApiError && error.status === 415);
  change(id, { state: { phase: 'failed', sentence, canRetry } });
}

export async function retryUpload(id: string): Promise<void> {
  const purpose = findJob(id)?.purpose;
  change(id, { state: { phase: 'waiting' } });
  if (purpose?.kind === 'version') {
    // Someone else may have changed the document: the version goes beside what it is now.
    const { documentId } = purpose;
    const latest = await call(getDocument, { params: { documentId } }).catch(() => undefined);
    if (latest) change(id, { purpose: { ...purpose, version: latest.version } });
  }
  pump();
}

/** Adds a file although a document has the same bytes. */
export function addDuplicate(id: string): void {
  change(id, { acceptsDuplicate: true, state: { phase: 'waiting' } });
  pump();
}

/** Gives an upload up, wherever it is; a document that was added stays. */
export async function cancelUpload(id: string): Promise<void> {
  const job = findJob(id);
  const work = works.get(id);
  if (work) {
    work.stop.abort();
    // Before it leaves the list: the next page would go on with what is still kept.
    await release(id);
  }
  drop(id);
  if (!job || job.state.phase === 'done') return;
  // Best effort: the server sweeps what stays.
  await call(discardUpload, { params: { uploadId: id } }).catch(() => undefined);
}

/** Takes what is done or was refused out of the list. */
export function clearFinished(): void {
  for (const { id, state } of jobs.get())
    if (state.phase === 'done' || state.phase === 'failed') void cancelUpload(id);
}

/** Someone signed out: their files leave the device. */
export function endUploads(): void {
  for (const { id } of jobs.get()) {
    works.get(id)?.stop.abort();
    void release(id);
  }
  jobs.set([]);
}

function drop(id: string): void {
  jobs.set(jobs.get().filter((job) => job.id !== id));
}

async function release(id: string): Promise<void> {
  works.get(id)?.release();
  works.delete(id);
  await forgetUpload(id);
}
