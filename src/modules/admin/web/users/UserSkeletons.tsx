import { clsx } from 'clsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { managedColumns, rowClasses } from '../row/columns.ts';

const rows = Array.from({ length: 10 }, (_, at) => at);

/** Placeholder of the list while it loads. */
export function UserSkeletons() {
  return (
    <div aria-hidden="true">
      {rows.map((row) => (
        <div
          key={row}
          className={clsx(rowClasses, managedColumns, 'min-h-14 border-b border-border py-2')}
        >
          <Skeleton className="size-4" />
          <span className="flex items-center gap-3">
            <Skeleton className="size-8 rounded-full!" />
            <span className="flex flex-col gap-1.5">
              <Skeleton className="h-3 w-32" />
              <Skeleton className="h-2.5 w-44" />
            </span>
          </span>
          <Skeleton className="h-5 w-20" />
          {['w-16', 'w-24', 'w-14', 'w-20', 'w-12'].map((width) => (
            <Skeleton key={width} className={clsx('h-3 @max-[976px]:hidden', width)} />
          ))}
        </div>
      ))}
    </div>
  );
}
