import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import type { TreeRow } from '../../contract.ts';
import { EmployeeAvatar } from '../parts/EmployeeAvatar.tsx';
import { employeeHref } from '../state/labels.ts';
import type { ShownRow } from './tree.ts';

interface Props {
  row: ShownRow<TreeRow>;
  /** The row that the Tab key reaches. */
  isCurrent: boolean;
  /** It is only on the way to someone who was searched for. */
  isDimmed: boolean;
  /** The address names this person. */
  isMarked: boolean;
  onToggle: (() => void) | undefined;
}

/** A person in the chart: lines to the manager, the name, and how many report to them. */
export function ChartRow(props: Props) {
  const { row, isCurrent, isDimmed, isMarked, onToggle } = props;
  const { person, level, isExpanded } = row;
  const { id, name, jobTitle, store, directReports, allReports } = person;
  return (
    <div
      role="treeitem"
      data-employee={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={isExpanded}
      className={clsx(
        'flex min-h-12 items-stretch rounded-md pr-2 hover:bg-hover focus-visible:-outline-offset-2',
        '[contain-intrinsic-size:auto_3rem] [content-visibility:auto]',
        isMarked && 'bg-accent-surface',
      )}
    >
      <Lines row={row} />
      {isExpanded === undefined ? (
        <span className="relative w-6 shrink-0 @2xl:w-8">
          {level > 1 && (
            <span
              aria-hidden="true"
              className="absolute top-1/2 right-1.5 left-0 border-t border-line"
            />
          )}
        </span>
      ) : (
        // A shortcut for the pointer: the row itself opens and closes with the arrow keys.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          disabled={!onToggle}
          onClick={onToggle}
          className="flex w-6 shrink-0 cursor-default items-center justify-center text-muted @2xl:w-8 enabled:hover:text-text"
        >
          <ChevronRight
            className={clsx('size-4 transition-transform', isExpanded && 'rotate-90')}
          />
        </button>
      )}
      <span className="flex min-w-0 flex-1 items-center gap-3 py-1.5">
        <EmployeeAvatar userId={id} name={name} lazy />
        <span className="min-w-0 flex-1">
          <Link
            href={employeeHref(id)}
            tabIndex={-1}
            className={clsx(
              'block truncate text-sm',
              isDimmed ? 'text-muted' : 'font-medium text-text',
            )}
          >
            {name}
          </Link>
          <span className="block truncate text-xs text-muted">{jobTitle ?? 'No job title'}</span>
        </span>
        <span className="w-28 shrink-0 text-xs text-muted @max-2xl:hidden">
          {store && <StoreMark store={store} />}
        </span>
        <Counts direct={directReports} all={allReports} />
      </span>
    </div>
  );
}

function Counts({ direct, all }: { direct: number; all: number }) {
  return (
    <span className="shrink-0 text-right text-xs text-muted tabular-nums @2xl:w-36">
      {direct > 0 && (
        <>
          <span className="@max-2xl:hidden">
            {all > direct ? `${direct} direct · ${all} total` : `${direct} direct`}
          </span>
          <span className="@2xl:hidden">
            {all}
            <VisuallyHidden> reports</VisuallyHidden>
          </span>
        </>
      )}
    </span>
  );
}

const column = 'relative w-4 shrink-0 @2xl:w-6';
/** Below the middle of the manager’s button. */
const rail = 'absolute left-3 border-l border-line @2xl:left-4';

/** One column for each level above: a line where siblings follow, and the branch to this row. */
function Lines({ row: { level, lines, position, siblings } }: Pick<Props, 'row'>) {
  if (level === 1) return null;
  return (
    <span aria-hidden="true" className="flex shrink-0">
      {lines.slice(1).map((goesOn, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its level
        <span key={at} className={column}>
          {goesOn && <span className={clsx(rail, 'inset-y-0')} />}
        </span>
      ))}
      <span className={column}>
        <span className={clsx(rail, position < siblings ? 'inset-y-0' : 'top-0 h-1/2')} />
        <span className="absolute top-1/2 right-0 left-3 border-t border-line @2xl:left-4" />
      </span>
    </span>
  );
}
