import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { saveFile } from '../../../../../platform/web/download/save.ts';
import { plural } from '../../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { exportProblems, type ImportedFile } from '../../../contract.ts';
import { toastFailure } from '../failure.ts';
import { RowTable } from './RowTable.tsx';

/** What is wrong, row by row, and all of it as a file to mend. */
export function Problems({ kind, file }: { kind: string; file: ImportedFile }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveFile(exportProblems, { params: { kind, importId: file.id } }),
    onError: (error) => toastFailure(error, 'Not saved'),
  });
  if (file.problems.length === 0) return null;
  return (
    <>
      <RowTable
        label="Rows with something wrong"
        heading="What is wrong"
        file={file}
        lines={file.problems.map(({ error, ...row }) => ({ ...row, said: error }))}
      />
      <Button size="sm" className="self-start" pending={isPending} onClick={() => mutate()}>
        <Download aria-hidden="true" />
        {`Save ${plural(file.problemRows, 'row')} to mend`}
      </Button>
    </>
  );
}
