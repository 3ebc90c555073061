export type Way = 'top' | 'up' | 'down' | 'bottom';
export type Edge = 'before' | 'after';

/** The list with one of it at another place; the same list where there is nothing to move. */
export function movedTo<T>(list: readonly T[], item: T, place: number): T[] {
  const rest = list.filter((one) => one !== item);
  if (rest.length === list.length) return [...list];
  const at = Math.max(0, Math.min(place, rest.length));
  return [...rest.slice(0, at), item, ...rest.slice(at)];
}

export function moved<T>(list: readonly T[], item: T, way: Way): T[] {
  const at = list.indexOf(item);
  const place = { top: 0, up: at - 1, down: at + 1, bottom: list.length }[way];
  return movedTo(list, item, place);
}

/** The list with one of it right before or after another. */
export function movedBeside<T>(list: readonly T[], item: T, target: T, edge: Edge): T[] {
  if (item === target) return [...list];
  const rest = list.filter((one) => one !== item);
  const at = rest.indexOf(target);
  return at < 0 ? [...list] : movedTo(list, item, edge === 'after' ? at + 1 : at);
}
