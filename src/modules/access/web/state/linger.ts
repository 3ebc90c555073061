let until = 0;
let leaving = false;

/** The session was ended by the server: the page stays this long, so that the reason can be read. */
export function linger(ms: number): void {
  until = Date.now() + ms;
}

/** The session is being ended here, or the page is being left; returns a function that undoes this. */
export function beginLeaving(): () => void {
  leaving = true;
  return () => {
    leaving = false;
  };
}

/** Whether it is already known that no one is signed in, so that rejected calls are expected. */
export function isLingering(): boolean {
  return leaving || Date.now() < until;
}
