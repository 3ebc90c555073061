import { plural } from '../../../../../platform/web/format/amounts.ts';
import type { ImportedFile } from '../../../contract.ts';
import { RowTable } from './RowTable.tsx';

/** What is worth knowing of rows that are brought in all the same. */
export function Notes({ file }: { file: ImportedFile }) {
  const { notes, noteRows } = file;
  if (notes.length === 0) return null;
  const lines = notes.map(({ note, ...row }) => ({ ...row, said: note }));
  const more = noteRows - new Set(notes.map(({ row }) => row)).size;
  return (
    <details className="flex flex-col gap-2">
      <summary className="cursor-default text-sm font-medium text-text">
        {`Worth knowing of ${plural(noteRows, 'row')}`}
      </summary>
      <div className="flex flex-col gap-2 pt-2">
        <RowTable label="Worth knowing" heading="Worth knowing" file={file} lines={lines} />
        {more > 0 && <p className="text-xs text-muted">{`And ${plural(more, 'row')} more.`}</p>}
      </div>
    </details>
  );
}
