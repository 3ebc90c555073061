export type Way = 'top' | 'up' | 'down' | 'bottom';
export type Edge = 'before' | 'after';

/** The list with the item moved to another index; unchanged if the item is not in it. */
export function movedTo<T>(list: readonly T[], item: T, index: number): T[] {
  const rest = list.filter((other) => other !== item);
  if (rest.length === list.length) return [...list];
  const at = Math.max(0, Math.min(index, rest.length));
  return [...rest.slice(0, at), item, ...rest.slice(at)];
}

export function moved<T>(list: readonly T[], item: T, way: Way): T[] {
  const at = list.indexOf(item);
  const index = { top: 0, up: at - 1, down: at + 1, bottom: list.length }[way];
  return movedTo(list, item, index);
}

/** The list with the item moved right before or after another. */
export function movedBeside<T>(list: readonly T[], item: T, target: T, edge: Edge): T[] {
  if (item === target) return [...list];
  const rest = list.filter((other) => other !== item);
  const at = rest.indexOf(target);
  return at < 0 ? [...list] : movedTo(list, item, edge === 'after' ? at + 1 : at);
}
