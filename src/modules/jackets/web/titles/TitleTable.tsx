import { clsx } from 'clsx';
import { Pencil } from 'lucide-react';
import { Link } from 'wouter';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  stepByKey,
} from '../../../../platform/web/records/RecordTable.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { type TitleRow, taskNames } from '../../contract/titles.ts';
import { Due } from '../parts/Due.tsx';
import { daysAgo, jacketHref, nearDay } from '../state/labels.ts';

interface Props {
  rows: readonly TitleRow[];
  isStale: boolean;
  onEdit: (row: TitleRow) => void;
}

/** One row per deal, with what is open of its title work. */
export function TitleTable({ rows, isStale, onEdit }: Props) {
  return (
    <RecordTable
      label="Titles"
      columns={columnsOf(onEdit)}
      rows={rows}
      isStale={isStale}
      isRoomy
      onKeyDown={stepByKey}
    />
  );
}

const secondLine = 'block truncate text-xs text-muted';

const columnsOf = (onEdit: Props['onEdit']): RecordColumn<TitleRow>[] => [
  {
    name: 'Deal',
    width: '7rem',
    className: 'min-w-0 @max-4xl:order-1',
    show: ({ id, number, store }) => (
      <>
        <Link href={jacketHref('deal', id)} className={clsx('block font-mono', rowLinkClasses)}>
          {number}
        </Link>
        <StoreMark store={store} className="text-xs text-muted" />
      </>
    ),
  },
  {
    name: 'Next',
    width: '12rem',
    className: 'min-w-0 @max-4xl:order-3',
    show: ({ open: [next] }) =>
      next ? (
        <>
          <span className="block truncate">{taskNames[next.step]}</span>
          <Due on={next.dueOn} isOverdue={next.isOverdue} />
        </>
      ) : (
        <span className="text-muted">Done</span>
      ),
  },
  {
    name: 'Then',
    width: 'minmax(10rem,1.2fr)',
    className: 'min-w-0 truncate text-muted @max-4xl:order-6 @max-4xl:col-span-2',
    tooltip: ({ open }) =>
      open.map(({ step, dueOn }) => `${taskNames[step]} by ${calendarDay(dueOn)}`).join(', '),
    show: ({ open: [, ...others] }) =>
      others.length > 0 ? (
        others.map(({ step }) => taskNames[step]).join(', ')
      ) : (
        <span className="@max-4xl:hidden">–</span>
      ),
  },
  {
    name: 'Vehicle',
    width: 'minmax(11rem,1.4fr)',
    className: 'min-w-0 @max-4xl:order-5 @max-4xl:col-span-2',
    show: ({ customer, vehicle, stockNumber }) => (
      <>
        <span className="block truncate">
          {vehicle}
          {stockNumber && <span className="font-mono text-xs text-muted">{` ${stockNumber}`}</span>}
        </span>
        <span className={secondLine}>{customer}</span>
      </>
    ),
  },
  {
    name: 'Delivered',
    width: '7rem',
    className: 'min-w-0 @max-4xl:order-2 @max-4xl:text-right',
    show: ({ days, deliveredOn, tagExpiresOn }) => (
      <>
        <time dateTime={deliveredOn} title={calendarDay(deliveredOn)} className="block">
          {daysAgo(days)}
        </time>
        {tagExpiresOn && <span className={secondLine}>{`Tag until ${nearDay(tagExpiresOn)}`}</span>}
      </>
    ),
  },
  {
    name: 'Edit',
    width: '2.5rem',
    className: 'relative z-10 text-right @max-4xl:order-4',
    show: (row) =>
      row.may.edit && (
        <IconButton
          label={`Enter days of deal ${row.number}`}
          icon={Pencil}
          onClick={() => onEdit(row)}
        />
      ),
  },
];
