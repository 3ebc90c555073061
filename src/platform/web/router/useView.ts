import { useAddress } from './address.ts';

/**
 * The view of a page that its address names, `first` if it names none, and a function that opens another one. That
 * clears the other parameters: each view has filters of its own.
 */
export function useView<View extends string, First extends View | undefined>(
  offered: readonly View[],
  first: First,
): readonly [View | First, (view: string) => void] {
  const { query, setQuery } = useAddress();
  const cleared = Object.fromEntries([...query.keys()].map((name) => [name, null]));
  return [
    offered.find((view) => view === query.get('view')) ?? first,
    (view) => setQuery({ ...cleared, view: view === first ? null : view }, { push: true }),
  ];
}
