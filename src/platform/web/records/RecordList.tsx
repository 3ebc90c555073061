import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState, type EmptyStateProps } from '../ui/EmptyState.tsx';
import type { IconSource } from '../ui/icon.tsx';
import { ListCount } from '../ui/ListCount.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { RecordPages } from './useRecordList.ts';

type Text = Pick<EmptyStateProps, 'title' | 'description' | 'action'>;

interface Props<Row> {
  pages: RecordPages<Row>;
  /** Something else that the rows need is still missing. */
  isLoading?: boolean;
  /** The singular of what is counted above the list; nothing if the page shows the number elsewhere. */
  one?: string;
  /** At the end of the row with the number. */
  actions?: ReactNode;
  /** What the rows are: `deals`. */
  many: string;
  icon: IconSource;
  isFiltered?: boolean;
  texts: {
    /** Nothing matches the filters; the text of `none` by default. */
    noMatch?: Text;
    /** There is nothing without filters. */
    none: Text;
    /** Where the specification has its own text for `Couldn’t load deals`. */
    notLoaded?: string;
  };
  /** Widths of a row's bars while it loads: `w-20`. */
  skeleton?: readonly string[];
  /** Shown while rows of another shape load, in place of bars. */
  loading?: ReactNode;
  /** Rows of two lines, as in the table. */
  isRoomy?: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}

/** The rows of a list with their number, or why there are none; more of them on request. */
export function RecordList<Row>(props: Props<Row>) {
  const { pages, isLoading = false, one, actions, many, icon } = props;
  const { isFiltered = false, texts, children } = props;
  const { rows, more } = pages;
  const subject = texts.notLoaded === undefined ? { what: many } : { title: texts.notLoaded };
  return (
    <>
      {one && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <ListCount count={pages.count} one={one} />
          {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      {pages.error && !rows ? (
        <NotLoaded {...subject} error={pages.error} icon={icon} onRetry={pages.retry} />
      ) : !rows || isLoading ? (
        (props.loading ?? (
          <LoadingRows widths={props.skeleton ?? []} isRoomy={props.isRoomy ?? false} />
        ))
      ) : rows.length > 0 ? (
        children(rows)
      ) : isFiltered && texts.noMatch ? (
        <EmptyState icon={Search} {...texts.noMatch} />
      ) : (
        <EmptyState icon={icon} {...texts.none} />
      )}
      {more && rows && (
        <LoadMore isManual pending={more.isLoading} error={more.error} onMore={more.load} />
      )}
    </>
  );
}

const lines = Array.from({ length: 10 }, (_, at) => at);

function LoadingRows({ widths, isRoomy }: { widths: readonly string[]; isRoomy: boolean }) {
  return (
    <div aria-hidden="true" className="flex flex-col pt-9">
      {lines.map((line) => (
        <span
          key={line}
          className={clsx(
            'flex items-center gap-6 border-b border-border px-2',
            isRoomy ? 'h-12' : 'h-11',
          )}
        >
          {widths.map((width) => (
            <Skeleton key={width} className={clsx('h-3', width)} />
          ))}
        </span>
      ))}
    </div>
  );
}
