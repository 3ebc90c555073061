import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { saveFile } from '../../../../../platform/web/download/save.ts';
import { plural } from '../../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { exportProblems, type ImportedFile } from '../../../contract.ts';
import { toastFailure } from '../failure.ts';
import { RowTable } from './RowTable.tsx';

/** Problems by row, with a download of the affected rows. */
export function Problems({ kind, file }: { kind: string; file: ImportedFile }) {
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
