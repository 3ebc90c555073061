import { useQuery } from '@tanstack/react-query';
import { Network, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { readFilters } from '../../../../platform/web/records/filters.ts';
import { useRecordId } from '../../../../platform/web/records/RecordsPage.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { getReportingTree, storeFilters, type TreeRow } from '../../contract.ts';
import { employeeHref, storeFilterField } from '../state/labels.ts';
import { ChartRow } from './ChartRow.tsx';
import { findInTree, firstExpanded, moveOf, pathOf, rowsOf, treeOf, typedRow } from './tree.ts';

const typingMs = 700;
const filterNames = ['q', 'store'];

/** Who reports to whom, as an indented tree; `?person=` opens the way to someone. */
export default function OrgChart() {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getReportingTree),
    refetchOnMount: 'always',
  });
  if (data) return data.length > 0 ? <LoadedChart people={data} /> : <NoChart />;
  if (error)
    return <NotLoaded what="the org chart" error={error} icon={Network} onRetry={refetch} />;
  return <Skeleton className="h-96" />;
}

function NoChart() {
  return (
    <EmptyState
      icon={Network}
      title="No employees yet"
      description="Employees appear here with their managers."
    />
  );
}

function LoadedChart({ people }: { people: readonly TreeRow[] }) {
  const { query } = useAddress();
  const [, navigate] = useLocation();
  const personId = useRecordId('person');
  const tree = useMemo(() => treeOf(people), [people]);
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(() =>
    personId === null
      ? firstExpanded(tree)
      : new Set([...firstExpanded(tree), ...pathOf(tree, personId).map(({ id }) => id)]),
  );
  const [focusedId, setFocusedId] = useState(personId);
  const element = useRef<HTMLDivElement>(null);
  const typing = useRef({ text: '', at: 0 });

  const { text, oneOf } = readFilters(query);
  const [search, store] = [text('q') ?? '', oneOf('store', storeFilters)];
  const isFiltered = search !== '' || store !== undefined;
  const found = useMemo(
    () =>
      findInTree(tree, search, (one) => store === undefined || (one.store ?? 'group') === store),
    [tree, search, store],
  );
  const rows = useMemo(
    () => rowsOf(tree, expanded, isFiltered ? found.shown : undefined),
    [tree, expanded, isFiltered, found],
  );
  const firstMatch = rows.find(({ person }) => found.matches.has(person.id)) ?? rows[0];
  const isListed = rows.some(({ person }) => person.id === focusedId);
  const currentId = isListed ? focusedId : (firstMatch?.person.id ?? null);

  const focus = (id: number) => {
    setFocusedId(id);
    element.current?.querySelector<HTMLElement>(`[data-employee="${id}"]`)?.focus();
  };
  useEffect(() => {
    if (personId === null) return;
    const row = element.current?.querySelector(`[data-employee="${personId}"]`);
    row?.scrollIntoView({ block: 'center' });
  }, [personId]);
  const toggle = (id: number) => {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = Number((event.target as HTMLElement).dataset.employee);
    if (!id || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') return navigate(employeeHref(id));
    const move = moveOf(rows, id, event.key);
    if (move) {
      event.preventDefault();
      if (move.focus !== undefined) focus(move.focus);
      // Matches of a search stay in view.
      if (move.toggle !== undefined && !isFiltered) toggle(move.toggle);
      if (move.expandAll) setExpanded(new Set([...expanded, ...move.expandAll]));
      return;
    }
    if (event.key.length !== 1 || event.key === ' ') return;
    const isMore = event.timeStamp - typing.current.at < typingMs;
    const typed = isMore ? typing.current.text + event.key : event.key;
    typing.current = { text: typed, at: event.timeStamp };
    const next = typedRow(rows, id, typed);
    if (next !== undefined) focus(next);
  };
  const isOpen = [...tree.reports.keys()].every((id) => expanded.has(id));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: from the search field the arrow key goes to the tree
    <div
      className="flex max-w-4xl flex-col gap-3"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement)) return;
        if (!firstMatch) return;
        event.preventDefault();
        focus(firstMatch.person.id);
      }}
    >
      <FilterBar
        search={{
          label: 'Search the org chart',
          placeholder: 'Name or title',
          className: '@2xl:w-64',
          maxLength: 100,
        }}
        fields={[storeFilterField(store)]}
        fieldClassName="flex-1 basis-32 @4xl:max-w-44"
        names={filterNames}
      />
      <div className="flex min-h-7 items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted tabular-nums">
          {isFiltered
            ? `${found.matches.size.toLocaleString('en-US')} of ${plural(people.length, 'person', 'people')}`
            : plural(people.length, 'person', 'people')}
        </p>
        {!isFiltered && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => setExpanded(new Set(isOpen ? [] : tree.reports.keys()))}
          >
            {isOpen ? 'Collapse all' : 'Expand all'}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState icon={Search} title="No one found" description="No name or title matches." />
      ) : (
        <div
          ref={element}
          role="tree"
          aria-label="Org chart"
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            const id = Number(target.dataset.employee);
            if (id) setFocusedId(id);
          }}
        >
          {rows.map((row) => {
            const { id } = row.person;
            return (
              <ChartRow
                key={id}
                row={row}
                isCurrent={id === currentId}
                isDimmed={isFiltered && !found.matches.has(id)}
                isMarked={id === personId}
                onToggle={isFiltered ? undefined : () => toggle(id)}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}
