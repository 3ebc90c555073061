/** Each tag once, in whatever case it was typed first. */
export function distinctTags(tags: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const tag of tags) {
    const key = tag.toLowerCase();
    if (!known.has(key)) known.set(key, tag);
  }
  return [...known.values()];
}
