let read: { boot: unknown } | undefined;

/** What the server has written into the HTML of this page, parsed once; null if that is nothing. */
export function readPageBoot<Boot>(): Boot | null {
  if (!read) {
    const text = document.getElementById('boot')?.textContent;
    read = { boot: text ? JSON.parse(text) : null };
  }
  return read.boot as Boot | null;
}
