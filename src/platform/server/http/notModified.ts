/** Whether `if-none-match` has the version that would be sent. */
export function isNotModified(header: string | undefined, etag: string): boolean {
  const etags = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];
  return etags.includes(etag) || etags.includes('*');
}
