import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { daysText } from '../../../../platform/contract/calendar.ts';
import { pathOf } from '../../../../platform/web/api/path.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import {
  checkExport,
  downloadExport,
  type ExportCheck,
  type Exported,
  exportPeriod,
  listExports,
  type Provider,
  providerNames,
  providers,
} from '../../contract/exports.ts';
import type { Navigation } from '../../contract/review.ts';
import { type Unit, unitNames } from '../../contract/rights.ts';
import { usePayrollChange } from '../state/usePayroll.ts';

interface Props {
  period: Navigation['period'];
  unit: Unit;
  isLocked: boolean;
  onClose: () => void;
}

const options = providers.map((value) => ({ value, label: providerNames[value] }));

/** The file for a payroll provider: what is in it, what it lacks, and what was exported before. */
export default function ExportDialog({ period, unit, isLocked, onClose }: Props) {
  const params = { period: period.startsOn };
  const earlier = useQuery(queryOptionsFor(listExports, { params }));
  const made = (earlier.data ?? []).filter((one) => one.unit === unit);
  const [chosen, setProvider] = useState<Provider>();
  const provider = chosen ?? made[0]?.provider ?? 'adp';
  const check = useQuery({
    ...queryOptionsFor(checkExport, { params, query: { unit, provider } }),
    refetchOnMount: 'always',
  });
  const [clientId, setClientId] = useState(() => uuid());
  const { mutate, isPending } = usePayrollChange(exportPeriod, {
    failure: 'Couldn’t export',
    onSaved: ({ rows }) => {
      setClientId(uuid());
      toast({ title: 'Exported', description: rows === 1 ? '1 row' : `${rows} rows` });
    },
  });
  const isReady = isLocked && check.data?.problems.length === 0 && check.data.rows.length > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={`Export ${unitNames[unit]}`}
      description={`Hours of ${daysText(period.startsOn, period.endsOn)}. Rates are never in the file.`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            disabled={!isReady}
            pending={isPending}
            onClick={() => mutate({ params, body: { clientId, unit, provider } })}
          >
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <SelectField
          label="Payroll provider"
          className="max-w-72"
          options={options}
          value={provider}
          onChange={({ target }) => {
            setProvider(target.value as Provider);
            setClientId(uuid());
          }}
        />
        {!isLocked && (
          <Notice tone="locked">
            Lock the pay period before you export it. This is a preview.
          </Notice>
        )}
        {check.data ? (
          <Preview check={check.data} />
        ) : check.error ? (
          <NotLoaded isInline what="the file" error={check.error} onRetry={check.refetch} />
        ) : (
          <Skeleton className="h-40" />
        )}
        {made.length > 0 && <Earlier made={made} />}
      </div>
    </Dialog>
  );
}

function Preview({ check: { fileName, columns, rows, problems } }: { check: ExportCheck }) {
  // Columns that no row uses would only push the others off the screen.
  const used = columns.map((_, at) => at).filter((at) => rows.some((row) => row[at]));
  return (
    <>
      {problems.length > 0 && (
        <Notice tone="warning" title="Not ready to export">
          <ul className="list-disc pl-4">
            {problems.map(({ userId, text }) => (
              <li key={`${userId} ${text}`}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {rows.length === 0 ? (
        <p className="text-sm text-muted">There are no hours to export.</p>
      ) : (
        <section aria-label="Preview" className="min-w-0">
          <h3 className="pb-2 text-sm font-semibold text-text">
            {`${fileName}, ${rows.length === 1 ? '1 row' : `${rows.length} rows`}`}
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
          <div className="max-h-72 overflow-auto rounded-md border border-border" tabIndex={0}>
            <table className="w-full text-left text-xs whitespace-nowrap tabular-nums">
              <thead className="sticky top-0 bg-sunken text-muted">
                <tr>
                  {used.map((at) => (
                    <th key={columns[at]} scope="col" className="px-2 py-1.5 font-medium">
                      {columns[at]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are equal to their place
                  <tr key={index} className="border-t border-border text-text">
                    {used.map((at) => (
                      <td key={columns[at]} className="px-2 py-1">
                        {row[at]}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </>
  );
}

function Earlier({ made }: { made: readonly Exported[] }) {
  return (
    <section aria-label="Earlier exports">
      <h3 className="text-sm font-semibold text-text">Earlier exports</h3>
      <ul className="divide-y divide-border">
        {made.map(({ id, provider, fileName, rows, by, at, sha256, isOutdated }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 text-text">
                {`${providerNames[provider]}, ${rows === 1 ? '1 row' : `${rows} rows`}`}
                {isOutdated && <Badge tone="warning">Unlocked since</Badge>}
              </p>
              <p className="text-xs text-muted">{`${by}, ${exactTime(at)}`}</p>
              <p className="font-mono text-xs break-all text-muted">{`SHA-256 ${sha256.slice(0, 16)}…`}</p>
            </div>
            <a
              href={pathOf(downloadExport.path, { params: { id } })}
              download={fileName}
              aria-label={`Download ${fileName} of ${exactTime(at)}`}
              className={buttonClasses({ size: 'sm' })}
            >
              Download
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
