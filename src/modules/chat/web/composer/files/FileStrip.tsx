import { clsx } from 'clsx';
import { CircleAlert, FileText, RotateCcw, X } from 'lucide-react';
import { memo, useLayoutEffect, useRef } from 'react';
import { fileSize } from '../../../../../platform/web/format/fileSize.ts';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { useChat } from '../../state/chatContext.ts';
import type { DraftFile } from '../../state/store/drafts.ts';
import { useLocalUrl } from './attach.ts';
import { VoicePreview } from './VoicePreview.tsx';

interface Props {
  files: readonly DraftFile[];
  draftKey: string;
}

/** The files attached to the draft. */
export const FileStrip = memo(function FileStrip({ files, draftKey }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const known = useRef(files.length);
  useLayoutEffect(() => {
    // Scroll to the file just added.
    const { current } = list;
    if (current && files.length > known.current) current.scrollTop = current.scrollHeight;
    known.current = files.length;
  }, [files.length]);
  if (files.length === 0) return null;
  return (
    <ul
      ref={list}
      aria-label="Attached files"
      className="scroll-area grid max-h-48 grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-2 overflow-y-auto px-3 pt-1 pb-2"
    >
      {files.map((file) => (
        <FileChip key={file.id} file={file} draftKey={draftKey} />
      ))}
    </ul>
  );
});

interface ChipProps {
  file: DraftFile;
  draftKey: string;
}

/** One attached file: name, upload progress, retry and remove. */
function FileChip({ file, draftKey }: ChipProps) {
  const { uploads } = useChat().session;
  const { name, phase } = file;
  const failed = phase === 'failed';
  const moving = phase === 'waiting' || phase === 'uploading';
  const isVoice = file.durationMs !== null;
  return (
    <li
      className={clsx(
        'relative flex min-w-0 items-center gap-2.5 rounded-md border p-1.5 pl-2',
        (isVoice || failed) && 'col-span-full',
        failed ? 'border-danger bg-danger-surface' : 'border-border bg-sunken',
      )}
    >
      {isVoice && !failed ? <VoicePreview file={file} /> : <Facts file={file} />}
      {failed && (
        <IconButton
          label={`Retry ${name}`}
          icon={RotateCcw}
          size="sm"
          className="touch:size-11!"
          onClick={() => uploads.retry(draftKey, file.id)}
        />
      )}
      <IconButton
        label={moving ? `Cancel ${name}` : `Remove ${name}`}
        icon={X}
        size="sm"
        className="touch:size-11!"
        onClick={() => uploads.cancel(draftKey, file.id)}
      />
      {moving && <Progress file={file} />}
    </li>
  );
}

function Facts({ file }: { file: DraftFile }) {
  const { name, size, phase, reason } = file;
  const failed = phase === 'failed';
  return (
    <>
      <Face file={file} />
      <span className="min-w-0 flex-1">
        <span title={name} className="block truncate text-sm font-medium text-text">
          {name}
        </span>
        <span
          role={failed ? 'alert' : undefined}
          className={clsx('block text-xs', failed ? 'text-danger-text' : 'truncate text-muted')}
        >
          {failed ? reason : `${fileSize(size)}${stateOf(file)}`}
        </span>
      </span>
    </>
  );
}

function stateOf({ phase, progress }: DraftFile): string {
  if (phase === 'waiting') return ' · Waiting';
  return phase === 'uploading' ? ` · ${Math.round(progress * 100)} %` : '';
}

function Face({ file }: { file: DraftFile }) {
  const local = useLocalUrl(file.id);
  const isImage = file.mimeType.startsWith('image/');
  const url = isImage ? (local ?? file.attachment?.thumbnailUrl) : null;
  const classes = 'flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-sm';
  if (file.phase === 'failed') {
    return (
      <span className={clsx(classes, 'text-danger-text')}>
        <CircleAlert aria-hidden="true" className="size-5" />
      </span>
    );
  }
  return (
    <span className={clsx(classes, 'bg-fill text-muted')}>
      {url ? (
        <img src={url} alt="" className="size-full object-cover" />
      ) : (
        <FileText aria-hidden="true" className="size-5" />
      )}
    </span>
  );
}

function Progress({ file }: { file: DraftFile }) {
  const percent = Math.round(file.progress * 100);
  return (
    <span
      role="progressbar"
      aria-label={`Uploading ${file.name}`}
      aria-valuenow={percent}
      className="absolute inset-x-1.5 bottom-0 h-0.5 overflow-hidden rounded-sm bg-fill"
    >
      <span
        className="block h-full bg-accent transition-[width]"
        style={{ width: `${percent}%` }}
      />
    </span>
  );
}
