import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { exportProblems, type ImportedFile } from '../../contract.ts';
import { toastFailure } from './failure.ts';

/** Whoever has no pointer scrolls with the arrow keys. */
const scrollableByKeys = { tabIndex: 0 };

/** What is wrong, row by row, and all of it as a file to mend. */
export function Problems({ kind, file }: { kind: string; file: ImportedFile }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveFile(exportProblems, { params: { kind, importId: file.id } }),
    onError: (error) => toastFailure(error, 'Not saved'),
  });
  const labels = new Map(file.fields.map(({ name, label }) => [name, label]));
  if (file.problems.length === 0) return null;
  return (
    <>
      <section
        aria-label="Rows with something wrong"
        className="max-h-64 overflow-auto rounded-md border border-border"
        {...scrollableByKeys}
      >
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-sunken text-left text-xs text-muted">
            <tr>
              <th className="w-16 px-3 py-1.5 text-right font-medium">Row</th>
              <th className="w-28 px-3 py-1.5 font-medium">Field</th>
              <th className="px-3 py-1.5 font-medium">What is wrong</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {file.problems.map(({ row, field, error }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what is found never moves
              <tr key={at} className="align-top">
                <td className="px-3 py-1.5 text-right">{row}</td>
                <td className="px-3 py-1.5">{labels.get(field) ?? field}</td>
                <td className="px-3 py-1.5">{error}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Button size="sm" className="self-start" pending={isPending} onClick={() => mutate()}>
        <Download aria-hidden="true" />
        {`Save ${plural(file.problemRows, 'row')} to mend`}
      </Button>
    </>
  );
}
