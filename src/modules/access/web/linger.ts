let until = 0;
let leaving = false;

/** The session has been ended from outside: the page stays for so long, that the reason can be read. */
export function linger(ms: number): void {
  until = Date.now() + ms;
}

/** The session is being ended from here, or the page is being left; answers how to take that back. */
export function beginLeaving(): () => void {
  leaving = true;
  return () => {
    leaving = false;
  };
}

/** Whether it is known already that nobody is signed in any more, so that refused calls are no news. */
export function isLingering(): boolean {
  return leaving || Date.now() < until;
}
