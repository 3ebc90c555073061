/** The part of WebSocket that a connection uses. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Everything a connection needs from its environment, so that tests can replace it. */
export interface Environment {
  openSocket(url: string): SocketLike;
  now(): number;
  random(): number;
  /** Runs `act` once after `ms`; returns how to cancel it. */
  after(ms: number, act: () => void): () => void;
  /** Runs `act` whenever a retry makes sense: the tab became visible, the network returned. */
  onWake(act: () => void): () => void;
  /** Runs `act` whenever the system reports that the network is gone. */
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
