import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { exportProblems, type ImportedFile } from '../../contract.ts';
import { Earlier } from './Earlier.tsx';
import { FileStep } from './FileStep.tsx';
import { MappingTable } from './MappingTable.tsx';
import { Progress } from './Progress.tsx';
import { RowTable } from './rows/RowTable.tsx';
import { useImport } from './useImport.ts';

interface Props {
  /** In the URL: `customers`. */
  kind: string;
  /** Singular, as used mid-sentence: `customer`. */
  noun: string;
  stores: readonly Store[];
  /** Records were created or deleted. */
  onChange: () => void;
  close: () => void;
}

/** CSV import: a file is read, checked, and then created, all records or none. */
export function ImportDialog({ kind, noun, stores, onChange, close }: Props) {
  const { file, start, open, act, isPending } = useImport(kind);
  const [mapping, setMapping] = useState<(string | null)[]>();
  const chosen = mapping ?? file?.mapping ?? [];
  const state = file?.state;
  // A check is valid for the mapping it was made with; a changed mapping is checked again first.
  const isAsChecked = chosen.join() === file?.mapping.join();
  const isOver = state === 'imported' || state === 'undone';
  useEffect(() => {
    if (isOver) onChange();
  }, [isOver, onChange]);
  return (
    <Dialog
      open
      onOpenChange={(next) => next || close()}
      size="lg"
      dismissable={!file}
      title={`Import ${noun}s from CSV`}
      description="Nothing is created until you have reviewed the rows. You can undo an import."
      footer={
        <>
          <Button onClick={close}>{isOver ? 'Close' : 'Cancel'}</Button>
          {(state === 'read' || state === 'checked') && (
            <Button
              variant={state === 'read' || !isAsChecked ? 'primary' : 'secondary'}
              pending={isPending}
              disabled={chosen.every((field) => field === null)}
              onClick={() => act('check', chosen)}
            >
              Check rows
            </Button>
          )}
          {state === 'checked' && isAsChecked && file && file.readyRecords > 0 && (
            <Button variant="primary" pending={isPending} onClick={() => act('run')}>
              {`Import ${plural(file.readyRecords, noun)}`}
            </Button>
          )}
          {state === 'imported' && (
            <Button variant="danger" pending={isPending} onClick={() => act('undo')}>
              Undo import
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!file && <FileStep stores={stores} onStart={start} isPending={isPending} />}
        {!file && <Earlier kind={kind} noun={noun} onOpen={open} />}
        {file && <Progress noun={noun} file={file} />}
        {file && state === 'checked' && <Problems kind={kind} file={file} />}
        {file && (state === 'checked' || state === 'imported') && <Notes file={file} />}
        {file && (state === 'read' || state === 'checked') && (
          <MappingTable file={file} mapping={chosen} onChange={setMapping} />
        )}
      </div>
    </Dialog>
  );
}

/** Warnings in rows that are imported anyway. */
function Notes({ file }: { file: ImportedFile }) {
  const { notes, noteRows } = file;
  if (notes.length === 0) return null;
  const lines = notes.map(({ note, ...row }) => ({ ...row, message: note }));
  const more = noteRows - new Set(notes.map(({ row }) => row)).size;
  return (
    <details className="flex flex-col gap-2">
      <summary className="cursor-default text-sm font-medium text-text">
        {`Warnings in ${plural(noteRows, 'row')}`}
      </summary>
      <div className="flex flex-col gap-2 pt-2">
        <RowTable label="Warnings" heading="Warning" file={file} lines={lines} />
        {more > 0 && <p className="text-xs text-muted">{`And ${plural(more, 'row')} more.`}</p>}
      </div>
    </details>
  );
}

/** Problems by row, with a download of the affected rows. */
function Problems({ kind, file }: { kind: string; file: ImportedFile }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveFile(exportProblems, { params: { kind, importId: file.id } }),
    onError: (error) => toastFailure(error, 'Couldn’t download rows'),
  });
  if (file.problems.length === 0) return null;
  return (
    <>
      <RowTable
        label="Rows with problems"
        heading="Problem"
        file={file}
        lines={file.problems.map(({ error, ...row }) => ({ ...row, message: error }))}
      />
      <Button size="sm" className="self-start" pending={isPending} onClick={() => mutate()}>
        <Download aria-hidden="true" />
        {`Download ${plural(file.problemRows, 'row')} to fix`}
      </Button>
    </>
  );
}
