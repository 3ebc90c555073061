import { plural } from '../../../../platform/web/format/amounts.ts';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { ImportedFile } from '../../contract.ts';

const working = {
  reading: 'Reading the file',
  checking: 'Checking the rows',
  importing: 'Importing',
  undoing: 'Undoing',
};
const isWorking = (state: string): state is keyof typeof working => state in working;

/** The status of an import in a sentence or two. */
export function Progress({ noun, file }: { noun: string; file: ImportedFile }) {
  const { state, done, rows, readyRecords, created, kept, failure } = file;
  if (isWorking(state))
    return (
      <Notice live title={working[state]}>
        {done > 0 &&
          `${plural(done, 'row')}${rows > 0 ? ` of ${rows.toLocaleString('en-US')}` : ''}`}
      </Notice>
    );
  if (state === 'failed')
    return (
      <Notice tone="danger" live title="Couldn’t read the file">
        {failure}
      </Notice>
    );
  if (state === 'read')
    return (
      <Notice title={`${plural(rows, 'row')} read (${file.encoding})`}>
        Choose a field for each column. Skipped columns are not imported.
      </Notice>
    );
  if (state === 'checked')
    return (
      <Notice
        tone={file.problemRows > 0 ? 'warning' : 'success'}
        live
        title={`${plural(readyRecords, noun)} of ${plural(rows, 'row')} can be imported`}
      >
        {leftOut(noun, file)}
      </Notice>
    );
  if (state === 'undone')
    return (
      <Notice tone="success" live title="Import undone">
        {kept > 0 && `${plural(kept, noun)} stayed because they have changed since.`}
      </Notice>
    );
  return <Notice tone="success" live title={`${plural(created, noun)} imported`} />;
}

function leftOut(noun: string, { problemRows, knownRecords }: ImportedFile): string {
  const parts = [
    problemRows > 0 && `${plural(problemRows, 'row')} with problems will be skipped.`,
    knownRecords > 0 &&
      `${plural(knownRecords, noun)} already ${knownRecords === 1 ? 'exists' : 'exist'} unchanged.`,
  ];
  return parts.filter(Boolean).join(' ');
}
