import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { ListCount } from '../../../../platform/web/ui/ListCount.tsx';
import type { ReviewRow } from '../../contract/review.ts';
import { ApproveAll } from './ApproveAll.tsx';
import { useReviewFilters } from './filters.ts';
import { ReviewTable } from './ReviewTable.tsx';

interface Props {
  label: string;
  /** The first day of the pay period. */
  period: string;
  rows: readonly ReviewRow[];
  isStale: boolean;
  hrefOf: (id: number) => string;
  /** Shown when there are no employees at all. */
  none: { title: string; description: string };
}

/** The hours of several employees, with filters, and an approval of everyone who is shown and complete. */
export function ReviewList({ label, period, rows, isStale, hrefOf, none }: Props) {
  const { shown, names, fields } = useReviewFilters(rows);
  return (
    <>
      <FilterBar
        search={{
          label: 'Search by name or number',
          placeholder: 'Name or number',
          className: 'w-56',
        }}
        fields={fields}
        fieldClassName="flex-1 basis-36 @2xl:max-w-44"
        names={names}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ListCount count={{ count: shown.length, isMore: false }} one="employee" of={rows.length} />
        <ApproveAll rows={shown} period={period} />
      </div>
      {rows.length === 0 ? (
        <EmptyState {...none} />
      ) : shown.length === 0 ? (
        <EmptyState
          title="No matching employees"
          description="Try another name or other filters."
        />
      ) : (
        <ReviewTable label={label} rows={shown} isStale={isStale} hrefOf={hrefOf} />
      )}
    </>
  );
}
