import { useState } from 'react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { Choices } from '../../contract/finding.ts';
import type { CustomerImport, ImportField } from '../../contract/importing.ts';
import { FileStep } from './FileStep.tsx';
import { MappingTable } from './MappingTable.tsx';
import { Problems } from './Problems.tsx';
import { useImport } from './useImport.ts';

interface Props {
  choices: Choices;
  close: () => void;
}

const working = {
  reading: 'Reading the file',
  checking: 'Checking the rows',
  importing: 'Creating customers',
  undoing: 'Taking back',
};
const isWorking = (state: string): state is keyof typeof working => state in working;

/** Customers from a spreadsheet: read, checked, and then created, all of them or none. */
export default function ImportDialog({ choices, close }: Props) {
  const { file, start, act, isPending } = useImport();
  const [mapping, setMapping] = useState<(ImportField | null)[]>();
  const chosen = mapping ?? file?.mapping ?? [];
  const state = file?.state;
  return (
    <Dialog
      open
      onOpenChange={(next) => next || close()}
      size="lg"
      dismissable={!file}
      title="Import customers from CSV"
      description="Nothing is created before you have seen what each row becomes. An import can be undone."
      footer={
        <>
          <Button onClick={close}>
            {state === 'imported' || state === 'undone' ? 'Close' : 'Cancel'}
          </Button>
          {(state === 'read' || state === 'checked') && (
            <Button
              variant={state === 'read' ? 'primary' : 'secondary'}
              pending={isPending}
              disabled={chosen.every((field) => field === null)}
              onClick={() => act('check', chosen)}
            >
              Check rows
            </Button>
          )}
          {state === 'checked' && file && file.ready > 0 && (
            <Button variant="primary" pending={isPending} onClick={() => act('run')}>
              {`Import ${plural(file.ready, 'customer')}`}
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
        {!file && <FileStep choices={choices} onStart={start} isPending={isPending} />}
        {file && <Progress file={file} />}
        {file && (state === 'read' || state === 'checked') && (
          <MappingTable file={file} mapping={chosen} onChange={setMapping} />
        )}
        {file && state === 'checked' && <Problems file={file} />}
      </div>
    </Dialog>
  );
}

function Progress({ file }: { file: CustomerImport }) {
  const { state, done, rows, ready, problemRows, created, kept, failure } = file;
  if (isWorking(state))
    return (
      <Notice live title={working[state]}>
        {done > 0 &&
          `${plural(done, 'row')}${rows > 0 ? ` of ${rows.toLocaleString('en-US')}` : ''}`}
      </Notice>
    );
  if (state === 'failed')
    return (
      <Notice tone="danger" live title="The file cannot be read">
        {failure}
      </Notice>
    );
  if (state === 'read')
    return (
      <Notice title={`${plural(rows, 'row')} read (${file.encoding})`}>
        Say what each column is. What is left out is not brought in.
      </Notice>
    );
  if (state === 'checked')
    return (
      <Notice
        tone={problemRows > 0 ? 'warning' : 'success'}
        live
        title={`${ready.toLocaleString('en-US')} of ${plural(rows, 'row')} can be imported`}
      >
        {problemRows > 0 && 'Rows with something wrong are left out.'}
      </Notice>
    );
  if (state === 'undone')
    return (
      <Notice tone="success" live title="The import was taken back">
        {kept > 0 &&
          `${plural(kept, 'customer')} stayed, because somebody has worked with them since.`}
      </Notice>
    );
  return <Notice tone="success" live title={`${plural(created, 'customer')} imported`} />;
}
