let until = 0;

/** The session has been ended from outside: the page stands for so long, that the reason can be read. */
export function linger(ms: number): void {
  until = Date.now() + ms;
}

/** Whether the page stands although nobody is signed in any more. */
export function isLingering(): boolean {
  return Date.now() < until;
}
