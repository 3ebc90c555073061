import { Download, FolderInput, Layers, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { pathOf } from '../../../../platform/web/api/path.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import type { Document } from '../../contract/document.ts';
import { archiveMaxDocuments, type Choices, readArchive } from '../../contract.ts';

const MoveDialog = lazyPart(() => import('./MoveDialog.tsx'), { place: 'dialog' });
const ArrangeDialog = lazyPart(() => import('../arrange/ArrangeDialog.tsx'), { place: 'dialog' });

interface Props {
  documents: readonly Document[];
  choices: Choices;
  /** Every row that is loaded is selected. */
  isAll: boolean;
  onSelectAll: () => void;
  onClear: () => void;
}

/** What can be done with several documents at once. */
export function SelectionActions({ documents, choices, isAll, onSelectAll, onClear }: Props) {
  const [open, setOpen] = useState<'move' | 'combine'>();
  const close = () => setOpen(undefined);
  const ids = documents.map(({ id }) => id).join(',');
  const isWritable = documents.every(
    ({ cabinet, isRemoved }) => !isRemoved && choices.writable.includes(cabinet),
  );
  const havePages = documents.every(({ current }) => current.pageCount !== null);
  return (
    <>
      <p role="status" className="shrink-0 text-sm text-text tabular-nums">
        {`${documents.length} selected`}
      </p>
      <div className="flex items-center gap-2">
        <IconButton label="Clear selection" icon={X} onClick={onClear} />
        {documents.length <= archiveMaxDocuments && (
          <a
            href={pathOf(readArchive.path, { query: { ids } })}
            download
            className={buttonClasses()}
          >
            <Download aria-hidden="true" />
            Download
          </a>
        )}
        {isWritable && (
          <Button onClick={() => setOpen('move')}>
            <FolderInput aria-hidden="true" />
            Move
          </Button>
        )}
        {isWritable && havePages && documents.length > 1 && (
          <Button onClick={() => setOpen('combine')}>
            <Layers aria-hidden="true" />
            Combine
          </Button>
        )}
        {!isAll && (
          <Button variant="ghost" onClick={onSelectAll}>
            Select all shown
          </Button>
        )}
      </div>
      <Suspense>
        {open === 'move' && (
          <MoveDialog
            documents={documents}
            choices={choices}
            title={`Move ${plural(documents.length, 'document')}`}
            onClose={close}
            onDone={onClear}
          />
        )}
        {open === 'combine' && (
          <ArrangeDialog
            documents={documents}
            choices={choices}
            onClose={close}
            onSaved={onClear}
          />
        )}
      </Suspense>
    </>
  );
}
