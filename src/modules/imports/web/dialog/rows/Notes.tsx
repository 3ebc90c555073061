import { plural } from '../../../../../platform/web/format/amounts.ts';
import type { ImportedFile } from '../../../contract.ts';
import { RowTable } from './RowTable.tsx';

/** Warnings in rows that are imported anyway. */
export function Notes({ file }: { file: ImportedFile }) {
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
