/** Whether `if-none-match` names the version that would be answered. */
export function isNotModified(header: string | undefined, etag: string): boolean {
  const held = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];
  return held.includes(etag) || held.includes('*');
}
