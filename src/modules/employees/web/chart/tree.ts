import { normalizeText } from '../../../../platform/web/search/normalizeText.ts';

/** What the chart needs of a person. */
export interface TreePerson {
  id: number;
  name: string;
  jobTitle: string | null;
  /** Null, or someone who is not in the list: a root. */
  managerId: number | null;
}

export interface Tree<P extends TreePerson> {
  roots: readonly P[];
  /** Direct reports by manager, in the order of the list. */
  reports: ReadonlyMap<number, readonly P[]>;
  byId: ReadonlyMap<number, P>;
}

/** A row of the chart as it is shown now. */
export interface ShownRow<P extends TreePerson> {
  person: P;
  /** From 1. */
  level: number;
  position: number;
  siblings: number;
  /** Undefined without reports. */
  isExpanded: boolean | undefined;
  /** For each level above: whether another sibling follows, so that its line goes on. */
  lines: readonly boolean[];
}

export function treeOf<P extends TreePerson>(people: readonly P[]): Tree<P> {
  const byId = new Map(people.map((person) => [person.id, person]));
  const reports = new Map<number, P[]>();
  const roots: P[] = [];
  for (const person of people) {
    const { managerId } = person;
    if (managerId === null || !byId.has(managerId)) {
      roots.push(person);
      continue;
    }
    const others = reports.get(managerId);
    if (others) others.push(person);
    else reports.set(managerId, [person]);
  }
  return { roots, reports, byId };
}

/** Who stands above someone, the nearest first. */
export function pathOf<P extends TreePerson>({ byId }: Tree<P>, id: number): P[] {
  const path: P[] = [];
  let manager = byId.get(id)?.managerId ?? null;
  while (manager !== null) {
    const person = byId.get(manager);
    if (!person || path.includes(person)) break;
    path.push(person);
    manager = person.managerId;
  }
  return path;
}

/** The rows from the roots down, as far as managers are expanded; only those in `shown`, if it is given. */
export function rowsOf<P extends TreePerson>(
  tree: Tree<P>,
  expanded: ReadonlySet<number>,
  shown?: ReadonlySet<number>,
): ShownRow<P>[] {
  const rows: ShownRow<P>[] = [];
  const isShown = ({ id }: P) => !shown || shown.has(id);
  const add = (people: readonly P[], level: number, lines: readonly boolean[]) => {
    const siblings = people.filter(isShown);
    for (const [at, person] of siblings.entries()) {
      const reports = (tree.reports.get(person.id) ?? []).filter(isShown);
      const isExpanded =
        reports.length > 0 ? shown !== undefined || expanded.has(person.id) : undefined;
      rows.push({
        person,
        level,
        position: at + 1,
        siblings: siblings.length,
        isExpanded,
        lines,
      });
      if (isExpanded) add(reports, level + 1, [...lines, at < siblings.length - 1]);
    }
  };
  add(tree.roots, 1, []);
  return rows;
}

/** Who matches every word by name or title and is `wanted`; `shown` has them and everyone above them. */
export function findInTree<P extends TreePerson>(
  tree: Tree<P>,
  search: string,
  wanted: (person: P) => boolean = () => true,
) {
  const words = normalizeText(search).split(/\s+/).filter(Boolean);
  const matches = new Set<number>();
  const shown = new Set<number>();
  for (const person of tree.byId.values()) {
    const text = normalizeText(`${person.name} ${person.jobTitle ?? ''}`);
    if (!wanted(person) || !words.every((word) => text.includes(word))) continue;
    matches.add(person.id);
    shown.add(person.id);
    for (const above of pathOf(tree, person.id)) shown.add(above.id);
  }
  return { matches, shown };
}

/** Larger groups start with only the first two levels open. */
const openAtMost = 80;

export function firstExpanded<P extends TreePerson>({
  roots,
  reports,
  byId,
}: Tree<P>): Set<number> {
  return new Set(byId.size <= openAtMost ? reports.keys() : roots.map(({ id }) => id));
}

interface Move {
  /** The row that gets the focus. */
  focus?: number;
  toggle?: number;
  /** Expands all siblings of the row. */
  expandAll?: readonly number[];
}

/** What a key does on the row of `id`, as in the ARIA pattern of trees; undefined for other keys. */
export function moveOf<P extends TreePerson>(
  rows: readonly ShownRow<P>[],
  id: number,
  key: string,
): Move | undefined {
  const at = rows.findIndex(({ person }) => person.id === id);
  const row = rows[at];
  if (!row) return undefined;
  const to = (index: number): Move => {
    const found = rows[index];
    return found ? { focus: found.person.id } : {};
  };
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (row.isExpanded === false) return { toggle: id };
      return row.isExpanded ? to(at + 1) : {};
    case 'ArrowLeft': {
      if (row.isExpanded) return { toggle: id };
      const parent = rows.slice(0, at).findLastIndex(({ level }) => level < row.level);
      return parent === -1 ? {} : to(parent);
    }
    case '*': {
      const parent = row.person.managerId;
      const siblings = rows.filter(
        ({ person, level }) => level === row.level && person.managerId === parent,
      );
      return { expandAll: siblings.map(({ person }) => person.id) };
    }
    default:
      return undefined;
  }
}

/** The next row, from the one after `id` around, whose name starts with what was typed. */
export function typedRow<P extends TreePerson>(
  rows: readonly ShownRow<P>[],
  id: number,
  typed: string,
): number | undefined {
  const at = rows.findIndex(({ person }) => person.id === id);
  // A second letter of the same word may stay on the row.
  const from = typed.length > 1 ? at : at + 1;
  const around = [...rows.slice(from), ...rows.slice(0, from)];
  const wanted = normalizeText(typed);
  return around.find(({ person }) => normalizeText(person.name).startsWith(wanted))?.person.id;
}
