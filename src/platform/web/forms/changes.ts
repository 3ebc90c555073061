/** A line of a list in a form. */
export interface FormLine {
  /** React key; stays the same when other lines are removed. */
  key: string;
  /** Absent for a new line. */
  id?: number;
}

// Lines may get new ids with each save, so their ids and keys are not compared.
const comparable = (value: unknown) =>
  JSON.stringify(value, function (this: object, name, one) {
    return 'key' in this && (name === 'key' || name === 'id') ? undefined : one;
  });

/** The fields whose values differ. */
export const changedFields = <V extends object>(before: V, after: V): (keyof V)[] =>
  (Object.keys(before) as (keyof V)[]).filter(
    (name) => comparable(before[name]) !== comparable(after[name]),
  );

/** The version someone else saved, with the fields edited here on top. */
export function rebased<V extends object>(mine: V, base: V, theirs: V): V {
  const edited = changedFields(base, mine).map((name) => [name, mine[name]]);
  return { ...theirs, ...Object.fromEntries(edited) };
}

interface Versions<V> {
  mine: V;
  base: V;
  theirs: V;
}

/** The text of a field's value; an empty one shows as `empty`. */
export type ValueTexts<V> = { [Name in keyof V]?: (value: V[Name]) => string };

interface ChangeNames<V> {
  /** The fields that are listed, by their names on the screen. */
  fieldNames: Partial<Record<keyof V, string>>;
  /** Fields listed with both values; of the others only the name. */
  valueTexts?: ValueTexts<V> | undefined;
}

/** What someone else changed, a line for each name. */
export function describeChanges<V extends object>(
  { mine, base, theirs }: Versions<V>,
  { fieldNames, valueTexts = {} }: ChangeNames<V>,
): string[] {
  const edited = changedFields(base, mine).map((name) => fieldNames[name]);
  const lines = changedFields(base, theirs).flatMap((name) => {
    const label = fieldNames[name];
    if (!label) return [];
    const textOf = valueTexts[name];
    const change =
      textOf && `${textOf(base[name]) || 'empty'} → ${textOf(theirs[name]) || 'empty'}`;
    const what = change ? `${label}: ${change}` : label;
    return edited.includes(label) ? [`${what} (you also changed this)`] : [what];
  });
  return [...new Set(lines)];
}

interface ListVersions<L> {
  mine: readonly L[];
  base: readonly L[];
  theirs: readonly L[];
}

/** The lines edited here, with the ids that they have in the version to be saved over. */
export function relinked<L extends FormLine>(
  { mine, base, theirs }: ListVersions<L>,
  nameOf: (line: L) => string,
): L[] {
  const hasId = (lines: readonly L[], id: number) => lines.some((one) => one.id === id);
  // A name may be there twice: it finds none of the lines that an id finds.
  const left = theirs.filter(({ id }) => id !== undefined && !hasId(mine, id));
  return mine.map(({ id, ...rest }) => {
    const line = rest as L;
    if (id === undefined) return line;
    if (hasId(theirs, id)) return { ...line, id };
    const names = [line, ...base.filter((one) => one.id === id)].map(nameOf);
    const at = left.findIndex((one) => names.includes(nameOf(one)));
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return same?.id === undefined ? line : { ...line, id: same.id };
  });
}
