/** The number of shortcuts, as a sentence. */
export function countText(count: number): string {
  if (count === 0) return 'No URL shortcuts created yet. Add your first shortcut above.';
  return count === 1 ? '1 shortcut configured' : `${count} shortcuts configured`;
}
