import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, RotateCcw, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { fileSize } from '../../../../platform/web/format/fileSize.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { ProgressBar } from '../../../../platform/web/ui/ProgressBar.tsx';
import { onSignOut, useCurrentUser } from '../../../access/web/public.ts';
import { documentHref } from '../../contract.ts';
import { isUnderWay, type UploadJob } from '../state/uploads/job.ts';
import {
  addDuplicate,
  cancelUpload,
  clearFinished,
  endUploads,
  resumeUploads,
  retryUpload,
  uploads,
} from '../state/uploads/queue.ts';
import { refreshDocuments } from '../state/useDocuments.ts';

const followed = new WeakSet<object>();

/** The uploads of this person, over the corner of the page; they go on while it is closed or another page open. */
export function UploadTray() {
  const jobs = useSyncExternalStore(uploads.watch, uploads.get);
  const userId = useCurrentUser()?.id;
  const client = useQueryClient();
  useEffect(() => {
    if (userId !== undefined) void resumeUploads(userId);
  }, [userId]);
  useEffect(() => {
    if (followed.has(client)) return;
    followed.add(client);
    onSignOut(client, endUploads);
  }, [client]);
  const doneCount = jobs.filter(({ state }) => state.phase === 'done').length;
  useEffect(() => {
    if (doneCount > 0) void refreshDocuments(client);
  }, [doneCount, client]);
  return jobs.length > 0 ? <Tray jobs={jobs} /> : null;
}

function Tray({ jobs }: { jobs: readonly UploadJob[] }) {
  const [isOpen, setOpen] = useState(true);
  const isOver = jobs.every(({ state: { phase } }) => phase === 'done' || phase === 'failed');
  return (
    <section
      aria-label="Uploads"
      className="fixed right-4 bottom-4 z-30 flex max-h-[min(24rem,60dvh)] w-96 max-w-[calc(100vw-2rem)] flex-col rounded-lg border border-border bg-raised text-text shadow-float"
    >
      <header className="flex min-h-11 items-center gap-1 py-1 pr-2 pl-4">
        <p role="status" className="min-w-0 flex-1 truncate text-sm font-semibold">
          {summaryOf(jobs)}
        </p>
        {/* Beside the status: every percent would be read out. */}
        <span className="text-sm text-muted tabular-nums">{progressOf(jobs)}</span>
        <IconButton
          label={isOpen ? 'Show less' : 'Show all'}
          icon={isOpen ? ChevronDown : ChevronUp}
          size="sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {isOver && <IconButton label="Close uploads" icon={X} size="sm" onClick={clearFinished} />}
      </header>
      {isOpen && (
        <ul aria-label="Uploads" className="scroll-area min-h-0 overflow-y-auto px-4 pb-2">
          {jobs.map((job) => (
            <Line key={job.id} job={job} />
          ))}
        </ul>
      )}
    </section>
  );
}

function summaryOf(jobs: readonly UploadJob[]): string {
  const count = (phase: UploadJob['state']['phase']) =>
    jobs.filter(({ state }) => state.phase === phase).length;
  const underWay = jobs.filter(isUnderWay).length;
  if (underWay > 0) return `Uploading ${plural(underWay, 'file')}`;
  const duplicates = count('duplicate');
  if (duplicates > 0)
    return duplicates === 1 ? '1 file is already here' : `${duplicates} files are already here`;
  const failed = count('failed');
  return failed > 0
    ? `${plural(failed, 'file')} not uploaded`
    : `${plural(count('done'), 'file')} uploaded`;
}

function progressOf(jobs: readonly UploadJob[]): string | null {
  const underWay = jobs.filter(isUnderWay);
  const sum = (of: (job: UploadJob) => number) =>
    underWay.reduce((total, job) => total + of(job), 0);
  if (underWay.length === 0) return null;
  return `${Math.floor((100 * sum((job) => job.sentBytes)) / sum((job) => job.sizeBytes))}%`;
}

function Line({ job }: { job: UploadJob }) {
  const { id, title, fileName, sizeBytes, sentBytes, state } = job;
  return (
    <li className="flex flex-col gap-1.5 border-t border-border py-2.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm text-text" title={fileName}>
            {title}
          </p>
          <p
            className={
              state.phase === 'failed' ? 'text-xs text-danger' : 'text-xs text-muted tabular-nums'
            }
          >
            <Status job={job} />
          </p>
        </div>
        {state.phase === 'failed' && state.canRetry && (
          <IconButton
            label={`Try ${fileName} again`}
            icon={RotateCcw}
            size="sm"
            onClick={() => void retryUpload(id)}
          />
        )}
        {state.phase !== 'adding' && (
          <IconButton
            label={isUnderWay(job) ? `Cancel ${fileName}` : `Remove ${fileName} from the list`}
            icon={X}
            size="sm"
            onClick={() => void cancelUpload(id)}
          />
        )}
      </div>
      {isUnderWay(job) && (
        <ProgressBar label={`Uploading ${fileName}`} done={sentBytes} total={sizeBytes} />
      )}
      {state.phase === 'duplicate' && (
        <div className="flex gap-2">
          <Button size="sm" onClick={() => addDuplicate(id)}>
            Add anyway
          </Button>
          <Button size="sm" variant="ghost" onClick={() => void cancelUpload(id)}>
            Don’t add
          </Button>
        </div>
      )}
    </li>
  );
}

function Status({ job: { state, sizeBytes, sentBytes } }: { job: UploadJob }) {
  switch (state.phase) {
    case 'waiting':
      return `Waiting, ${fileSize(sizeBytes)}`;
    case 'sending':
      return `${fileSize(sentBytes)} of ${fileSize(sizeBytes)}`;
    case 'offline':
      return 'No connection. Goes on by itself.';
    case 'adding':
      return 'Checking';
    case 'failed':
      return state.sentence;
    case 'duplicate':
      return (
        <>
          {'The same file is already here: '}
          <Link href={documentHref(state.sameAs.id)} className="underline">
            {state.sameAs.title}
          </Link>
        </>
      );
    case 'done':
      return (
        <Link href={documentHref(state.document.id)} className="underline">
          {state.document.isFiled ? 'Open' : 'In the inbox. File it'}
        </Link>
      );
  }
}
