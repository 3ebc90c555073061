let page = '';
let waiting = 0;

/** The page title. */
export function setPageTitle(title: string): void {
  page = title;
  write();
}

/** Count of unread items, shown before the title, where a tab still shows it. */
export function setWaitingCount(count: number): void {
  waiting = count;
  write();
}

function write(): void {
  if (!page) return;
  const count = waiting > 99 ? '99+' : waiting;
  document.title = `${waiting > 0 ? `(${count}) ` : ''}${page} · Forecourt`;
}
