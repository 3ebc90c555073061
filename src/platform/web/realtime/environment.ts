/** The part of WebSocket a connection uses. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Everything a connection needs from the world around it, so that a test can be that world. */
export interface Environment {
  openSocket(url: string): SocketLike;
  now(): number;
  random(): number;
  /** Runs `act` once after `ms`; answers how to cancel it. */
  after(ms: number, act: () => void): () => void;
  /** Runs `act` whenever a reason to try again appears: the tab became visible, the network returned. */
  onWake(act: () => void): () => void;
  /** Runs `act` whenever the network goes, as far as the system knows. */
  onOffline(act: () => void): () => void;
}

export const browserEnvironment: Environment = {
  openSocket: (url) => new WebSocket(url) as SocketLike,
  now: () => Date.now(),
  random: () => Math.random(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  onWake(act) {
    const onVisible = () => document.visibilityState === 'visible' && act();
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', act);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', act);
    };
  },
  onOffline(act) {
    window.addEventListener('offline', act);
    return () => window.removeEventListener('offline', act);
  },
};
