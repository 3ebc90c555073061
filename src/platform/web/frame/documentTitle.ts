let page = '';
let waiting = 0;

/** What the page is called. */
export function setPageTitle(title: string): void {
  page = title;
  write();
}

/** How much waits for the person: stands before the page's name, where a tab still shows it. */
export function setWaitingCount(count: number): void {
  waiting = count;
  write();
}

function write(): void {
  if (!page) return;
  const count = waiting > 99 ? '99+' : waiting;
  document.title = `${waiting > 0 ? `(${count}) ` : ''}${page} · Forecourt`;
}
