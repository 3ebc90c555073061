import { Link } from 'wouter';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  stepByKey,
} from '../../../../platform/web/records/RecordTable.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { daysFromNow } from '../../contract/days.ts';
import { type CredentialRow, renewalsAtMost } from '../../contract.ts';
import { StatusBadge } from '../parts/StatusBadge.tsx';
import { employeeHref, nearDay } from '../state/labels.ts';

interface Choosing {
  chosen: readonly CredentialRow[];
  setChosen: (rows: readonly CredentialRow[]) => void;
}

interface Props {
  rows: readonly CredentialRow[];
  isStale: boolean;
  /** Absent where nothing can be renewed. */
  choosing: Choosing | undefined;
}

/** One row per credential of an employee, and per one that is missing. */
export function CredentialTable({ rows, isStale, choosing }: Props) {
  return (
    <RecordTable
      label="Credentials"
      columns={choosing ? [choiceColumn(rows, choosing), ...columns] : columns}
      rows={rows}
      isStale={isStale}
      isRoomy
      onKeyDown={stepByKey}
    />
  );
}

const isOf = (row: CredentialRow) => (one: CredentialRow) => one.id === row.id;

function choiceColumn(
  rows: readonly CredentialRow[],
  { chosen, setChosen }: Choosing,
): RecordColumn<CredentialRow> {
  const possible = rows.filter(({ may }) => may.renew).slice(0, renewalsAtMost);
  const every = possible.length > 0 && possible.every((row) => chosen.some(isOf(row)));
  return {
    name: 'Renew',
    heading: (
      <Checkbox
        label="Choose all to renew"
        labelHidden
        disabled={possible.length === 0}
        checked={every}
        indeterminate={chosen.length > 0 && !every}
        onCheckedChange={(isChecked) => setChosen(isChecked ? possible : [])}
      />
    ),
    width: '1.75rem',
    className: 'relative z-10 @max-4xl:order-2 @max-4xl:justify-self-end',
    show: (row) =>
      row.may.renew && (
        <Checkbox
          label={`Renew ${row.kind.name} of ${row.employee.name}`}
          labelHidden
          checked={chosen.some(isOf(row))}
          disabled={chosen.length >= renewalsAtMost && !chosen.some(isOf(row))}
          onCheckedChange={(isChecked) =>
            setChosen(isChecked ? [...chosen, row] : chosen.filter((one) => one.id !== row.id))
          }
        />
      ),
  };
}

const secondLine = 'block truncate text-xs text-muted';

const columns: RecordColumn<CredentialRow>[] = [
  {
    name: 'Employee',
    width: 'minmax(11rem,1.2fr)',
    className: 'min-w-0 @max-4xl:order-1',
    show: ({ employee: { id, name, jobTitle } }) => (
      <>
        <Link href={employeeHref(id)} className={`block truncate ${rowLinkClasses}`}>
          {name}
        </Link>
        {jobTitle && <span className={secondLine}>{jobTitle}</span>}
      </>
    ),
  },
  {
    name: 'Credential',
    width: 'minmax(11rem,1.2fr)',
    className: 'min-w-0 @max-4xl:order-3',
    show: ({ kind, store, employee }) => {
      const place = store ?? employee.store;
      return (
        <>
          <span className="block truncate">{kind.name}</span>
          {place && <StoreMark store={place} className="text-xs text-muted" />}
        </>
      );
    },
  },
  {
    name: 'Status',
    width: '14rem',
    className: 'flex min-w-0 flex-wrap gap-1 @max-4xl:order-4 @max-4xl:justify-end',
    show: ({ status, isPending }) => (
      <>
        <StatusBadge status={status} />
        {isPending && status !== 'submitted' && <Badge tone="info">Renewal to verify</Badge>}
      </>
    ),
  },
  {
    name: 'Expires',
    width: '10rem',
    className: 'min-w-0 tabular-nums @max-4xl:order-5 @max-4xl:col-span-2',
    show: ({ expiresOn, daysLeft, status, graceUntil }) => {
      if (expiresOn === null || daysLeft === null) {
        return (
          <span className="text-muted">
            {status === 'valid' ? 'Doesn’t expire' : <span className="@max-4xl:hidden">–</span>}
          </span>
        );
      }
      return (
        <>
          <time dateTime={expiresOn} title={calendarDay(expiresOn)} className="block">
            {nearDay(expiresOn)}
          </time>
          <span className={secondLine}>
            {graceUntil
              ? `Counts until ${nearDay(graceUntil)}`
              : daysLeft <= 365 && daysFromNow(daysLeft)}
          </span>
        </>
      );
    },
  },
];
