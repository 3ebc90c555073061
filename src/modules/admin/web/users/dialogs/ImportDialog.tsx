import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReplyOf } from '../../../../../platform/contract/endpoint.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { saveCsv } from '../../../../../platform/web/download/save.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { useLeaveGuard } from '../../../../../platform/web/ui/LeaveGuard.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { TextArea } from '../../../../../platform/web/ui/TextArea.tsx';
import { importUsers } from '../../../contract.ts';
import { toastFailure } from '../../state/failure.ts';
import { refreshLists } from '../../state/listCache.ts';

type Result = ReplyOf<typeof importUsers> & { dryRun: boolean };

interface Props {
  open: boolean;
  close: () => void;
}

/** Imports accounts from CSV: rows are validated first, then created. */
export function ImportDialog({ open, close }: Props) {
  const [csv, setCsv] = useState('');
  const { result, isPending, run, reset } = useImport(csv);
  const checked = result?.dryRun ? result : undefined;
  const done = result && !result.dryRun;
  const change = (next: string) => {
    setCsv(next);
    reset();
  };
  const isTyped = csv.trim() !== '' && !done;
  const guard = useLeaveGuard(isTyped, close);
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => next || guard.leave()}
        size="lg"
        dismissable={!isTyped}
        title="Import users from CSV"
        description="Rows are checked before anything is created. New users choose a password with “Forgot Password?”."
        footer={
          <>
            <Button onClick={guard.leave}>{done ? 'Close' : 'Cancel'}</Button>
            {!done && checked && checked.created > 0 && (
              <Button variant="primary" pending={isPending} onClick={() => run(false)}>
                {`Import ${countOf(checked.created, 'user')}`}
              </Button>
            )}
            {!checked && !done && (
              <Button
                variant="primary"
                disabled={!csv.trim()}
                pending={isPending}
                onClick={() => run(true)}
              >
                Check rows
              </Button>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-4">
          {!done && <Source csv={csv} isLocked={isPending} onChange={change} />}
          {result && <Outcome result={result} />}
        </div>
      </Dialog>
      {guard.dialog}
    </>
  );
}

function useImport(csv: string) {
  const client = useQueryClient();
  const [result, setResult] = useState<Result>();
  const { mutate, isPending } = useMutation({
    mutationFn: async (dryRun: boolean) => ({
      ...(await call(importUsers, { body: { csv, dryRun } })),
      dryRun,
    }),
    onSuccess: (outcome) => {
      setResult(outcome);
      if (!outcome.dryRun) void refreshLists(client);
    },
    onError: (error) => toastFailure(error, 'Couldn’t read the rows'),
  });
  return { result, isPending, run: mutate, reset: () => setResult(undefined) };
}

const template = [
  [
    'emrn',
    'firstName',
    'lastName',
    'username',
    'email',
    'role',
    'department',
    'storeAccess',
    'pagePermissions',
    'featurePermissions',
    'isActive',
  ],
  [
    '',
    'Jordan',
    'Reyes',
    'jordan.reyes',
    'jordan.reyes@example.com',
    'employee',
    'sales',
    'ford|hyundai',
    'dashboard|customer_management',
    'view_data',
    'yes',
  ],
];

interface SourceProps {
  csv: string;
  /** Read-only while the rows are checked or imported. */
  isLocked: boolean;
  onChange: (csv: string) => void;
}

function Source({ csv, isLocked, onChange }: SourceProps) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isLocked} onClick={() => file.current?.click()}>
          <FileUp aria-hidden="true" />
          Choose file
        </Button>
        <Button variant="ghost" onClick={() => saveCsv('people-template.csv', template)}>
          <Download aria-hidden="true" />
          Download template
        </Button>
        <input
          ref={file}
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-label="CSV file"
          hidden
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) void chosen.text().then(onChange);
            event.target.value = '';
          }}
        />
      </div>
      <TextArea
        label="CSV"
        hint="One row per user, with the template’s column names in the first row. Separate list values with |."
        rows={8}
        readOnly={isLocked}
        spellCheck={false}
        inputClassName="font-mono text-xs! whitespace-pre"
        value={csv}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}

function Outcome({ result: { rows, created, errors, dryRun } }: { result: Result }) {
  const summary = dryRun
    ? `${created} of ${countOf(rows, 'row')} can be imported.`
    : `${countOf(created, 'user')} imported.`;
  return (
    <>
      <Notice
        tone={errors.length === 0 ? 'success' : dryRun ? 'warning' : 'info'}
        live
        title={summary}
      >
        {errors.length > 0 && 'Rows with errors are skipped.'}
      </Notice>
      <RowErrors errors={errors} />
    </>
  );
}

const countOf = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** Makes the table scrollable with the arrow keys. */
const scrollableByKeys = { tabIndex: 0 };

interface RowErrorsProps {
  errors: readonly { row: number; field: string; error: string }[];
}

/** The errors of the rows. */
function RowErrors({ errors }: RowErrorsProps) {
  if (errors.length === 0) return null;
  return (
    <section
      aria-label="Rows with errors"
      className="max-h-64 overflow-auto rounded-md border border-border"
      {...scrollableByKeys}
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-sunken text-left text-xs text-muted">
          <tr>
            <th className="w-16 px-3 py-1.5 text-right font-medium">Row</th>
            <th className="w-24 px-3 py-1.5 font-medium sm:w-40">Field</th>
            <th className="px-3 py-1.5 font-medium">Error</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {errors.map(({ row, field, error }) => (
            <tr key={`${row} ${field} ${error}`}>
              <td className="px-3 py-1.5 text-right">{row}</td>
              <td className="px-3 py-1.5">{field}</td>
              <td className="px-3 py-1.5">{error}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
