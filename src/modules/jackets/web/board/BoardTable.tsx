import { clsx } from 'clsx';
import { Link } from 'wouter';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  smallOnCard,
  stepByKey,
} from '../../../../platform/web/records/RecordTable.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { typeName } from '../../../documents/contract.ts';
import { cabinetOf, checklistNames, type RecordKind } from '../../contract/kinds.ts';
import type { JacketRow } from '../../contract.ts';
import { ageTone, daysAgo, jacketHref, nearDay, sinceVerbs } from '../state/labels.ts';

interface Props {
  record: RecordKind;
  rows: readonly JacketRow[];
  isStale: boolean;
}

/** One row per record, with what its jacket lacks. */
export function BoardTable({ record, rows, isStale }: Props) {
  return (
    <RecordTable
      label="Incomplete jackets"
      columns={columnsOf(record)}
      rows={rows}
      isStale={isStale}
      isRoomy
      onKeyDown={stepByKey}
    />
  );
}

const secondLine = 'block truncate text-xs text-muted';
const namedAtMost = 3;

function columnsOf(record: RecordKind): RecordColumn<JacketRow>[] {
  const isHire = record === 'employee';
  const subject: RecordColumn<JacketRow>[] = [
    {
      name: 'Customer',
      width: 'minmax(9rem,1fr)',
      className: 'min-w-0 @max-4xl:order-4 @max-4xl:col-span-2',
      show: ({ customer, vehicle }) => (
        <>
          <span className="block truncate">{customer}</span>
          <span className={secondLine}>{vehicle}</span>
        </>
      ),
    },
    {
      name: record === 'deal' ? 'Salesperson' : 'Advisor',
      width: 'minmax(7rem,0.8fr)',
      className: 'min-w-0 @max-4xl:order-5',
      show: ({ employee, store }) => (
        <>
          <span className={clsx(smallOnCard, 'block truncate')}>{employee ?? 'House deal'}</span>
          {store && <StoreMark store={store} className="text-xs text-muted" />}
        </>
      ),
    },
  ];
  return [
    {
      name: isHire ? 'Employee' : 'Number',
      width: isHire ? 'minmax(9rem,1fr)' : '7rem',
      className: 'min-w-0 @max-4xl:order-1',
      show: ({ id, title, kind, store }) => (
        <>
          <Link
            href={jacketHref(record, id)}
            className={clsx('block truncate', !isHire && 'font-mono', rowLinkClasses)}
          >
            {title}
          </Link>
          {isHire ? (
            store && <StoreMark store={store} className="text-xs text-muted" />
          ) : (
            <span className={secondLine}>{checklistNames[kind]}</span>
          )}
        </>
      ),
    },
    {
      name: 'Missing',
      width: 'minmax(14rem,2fr)',
      className: 'min-w-0 @max-4xl:order-3 @max-4xl:col-span-2',
      tooltip: ({ missing }) => missing.map((type) => typeName(cabinetOf[record], type)).join(', '),
      show: ({ missing, needed }) => (
        <>
          <span className="block @4xl:truncate">
            {missing
              .slice(0, namedAtMost)
              .map((type) => typeName(cabinetOf[record], type))
              .join(', ')}
            {missing.length > namedAtMost && ` and ${missing.length - namedAtMost} more`}
          </span>
          <span className={secondLine}>{`${needed - missing.length} of ${needed} there`}</span>
        </>
      ),
    },
    ...(isHire ? [] : subject),
    {
      name: sinceVerbs[record],
      width: '8.5rem',
      className: 'min-w-0 @max-4xl:order-2 @max-4xl:text-right',
      show: ({ since, days, deliveredOn }) => (
        <>
          <Badge tone={ageTone(days)}>{daysAgo(days)}</Badge>
          <span className={clsx(secondLine, 'tabular-nums')}>
            {deliveredOn ? `Delivered ${nearDay(deliveredOn)}` : nearDay(since)}
          </span>
        </>
      ),
    },
  ];
}
