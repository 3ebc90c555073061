import {
  Download,
  FileArchive,
  File as FileIcon,
  FileSpreadsheet,
  FileText,
  FileVideo,
} from 'lucide-react';
import { fileSize } from '../../../../../platform/web/format/fileSize.ts';
import { buttonClasses } from '../../../../../platform/web/ui/Button.tsx';
import { Icon, type IconSource } from '../../../../../platform/web/ui/icon.tsx';
import type { Attachment } from '../../../../attachments/contract.ts';
import { showDialog } from '../../state/messages/shownDialog.ts';
import { downloadOf, kindOf } from './kinds.ts';

/** A file's name and size. Documents open in a preview, other files are downloaded. */
export function FileLine({ file }: { file: Attachment }) {
  const opens = kindOf(file) === 'document';
  return (
    <div className="flex w-full max-w-sm items-center gap-2.5 rounded-md border border-border bg-sunken p-1.5 pl-3">
      <Icon of={iconOf(file)} className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        {opens ? (
          <button
            type="button"
            onClick={() => showDialog({ kind: 'document', file })}
            className="block max-w-full truncate text-left text-base text-text hover:underline"
          >
            {file.name}
          </button>
        ) : (
          <span className="block truncate text-base text-text" title={file.name}>
            {file.name}
          </span>
        )}
        <span className="block text-xs text-muted tabular-nums">{fileSize(file.size)}</span>
      </span>
      <a
        href={downloadOf(file)}
        download={file.name}
        aria-label={`Download ${file.name}`}
        className={`${buttonClasses({ variant: 'ghost', size: 'sm' })} w-7 px-0! text-muted touch:w-10`}
      >
        <Download aria-hidden />
      </a>
    </div>
  );
}

function iconOf({ mimeType }: Attachment): IconSource {
  if (/^video\//.test(mimeType)) return FileVideo;
  if (/pdf|word|text\/|opendocument\.text/.test(mimeType)) return FileText;
  if (/excel|spreadsheet|csv/.test(mimeType)) return FileSpreadsheet;
  if (/zip|compressed|tar|7z/.test(mimeType)) return FileArchive;
  return FileIcon;
}
