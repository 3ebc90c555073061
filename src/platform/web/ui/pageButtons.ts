const most = 5;

/** The page numbers to show, at most five, with the current one centered if possible. */
export function pageButtons(current: number, total: number): number[] {
  const count = Math.min(most, Math.max(total, 1));
  const first = Math.max(1, Math.min(current - Math.floor(most / 2), total - count + 1));
  return Array.from({ length: count }, (_, at) => first + at);
}
