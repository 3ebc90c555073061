import { clsx } from 'clsx';
import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { useFileDrop } from '../../../../platform/web/files/useFileDrop.ts';
import { fileSize } from '../../../../platform/web/format/fileSize.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { ProgressBar } from '../../../../platform/web/ui/ProgressBar.tsx';
import { cancelUpload, sendExport, useUpload } from './upload.ts';

/** File selection and upload. */
export function FileStep() {
  const upload = useUpload();
  return (
    <div className="flex flex-col gap-3">
      <DropPlace>{upload.phase === 'sending' ? <OnItsWay {...upload} /> : <Choice />}</DropPlace>
      {upload.phase === 'refused' && (
        <Notice
          tone="danger"
          live
          title={`Couldn’t upload ${upload.fileName}`}
          action={
            upload.again && (
              <Button size="sm" onClick={upload.again}>
                Upload again
              </Button>
            )
          }
        >
          {upload.sentence}
        </Notice>
      )}
      <Origins />
    </div>
  );
}

/** Fixed height, so that nothing below moves when a file is chosen. */
function DropPlace({ children }: { children: React.ReactNode }) {
  const { over, dropping } = useFileDrop(({ files: [file] }) => file && sendExport(file));
  return (
    <div
      {...dropping}
      className={clsx(
        'flex h-32 flex-col items-center justify-center gap-2 rounded-md border border-dashed px-4',
        over ? 'border-accent bg-accent-surface' : 'border-line',
      )}
    >
      {children}
    </div>
  );
}

function Choice() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="primary" onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" />
        Choose a ZIP file
      </Button>
      <p className="text-center text-sm text-muted">or drop it here. At most 2 GB.</p>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="Export as a ZIP file"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) sendExport(file);
          // Choosing the same file again must fire a change, too.
          target.value = '';
        }}
      />
    </>
  );
}

interface OnItsWayProps {
  fileName: string;
  sizeBytes: number;
  sentBytes: number;
}

function OnItsWay({ fileName, sizeBytes, sentBytes }: OnItsWayProps) {
  return (
    <div className="flex w-full max-w-md flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span className="min-w-0 truncate font-medium">{fileName}</span>
        <span className="shrink-0 text-muted tabular-nums">
          {`${Math.floor((100 * sentBytes) / sizeBytes)}% of ${fileSize(sizeBytes)}`}
        </span>
      </div>
      <ProgressBar label={`Uploading ${fileName}`} done={sentBytes} total={sizeBytes} />
      <Button size="sm" className="self-center" onClick={cancelUpload}>
        Cancel upload
      </Button>
    </div>
  );
}

const origins = [
  {
    name: 'Slack',
    way: 'an owner opens Tools & settings, Workspace settings, Import/Export Data, Export. Slack emails a link to the ZIP.',
  },
  {
    name: 'Mattermost',
    way: 'an administrator runs “mmctl export create”, then “mmctl export download”.',
  },
];

function Origins() {
  return (
    <ul className="flex flex-col gap-1 text-sm text-muted text-pretty">
      {origins.map(({ name, way }) => (
        <li key={name}>
          <span className="font-medium text-text">{name}:</span> {way}
        </li>
      ))}
    </ul>
  );
}
