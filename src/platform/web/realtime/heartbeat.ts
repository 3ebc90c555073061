import type { Environment } from './environment.ts';

const pingEveryMs = 60_000;
const pongWithinMs = 10_000;
const watchEveryMs = 15_000;
/** Longer than the minute by which browsers delay timers of a hidden tab. */
const sleptAfterMs = 75_000;

interface Options {
  environment: Environment;
  sendPing(): void;
  /** The socket looks open, but there is no reply, or the machine slept: reconnect. */
  onDead(): void;
}

type Timer = 'ping' | 'pong' | 'watch';

/** Pings while a socket is open, and detects dead sockets. */
export class Heartbeat {
  readonly #options: Options;
  readonly #timers = new Map<Timer, () => void>();

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#set('ping', pingEveryMs, () => this.probe());
    this.#watch();
  }

  stop(): void {
    for (const timer of [...this.#timers.keys()]) this.#clear(timer);
  }

  /** Checks the connection now, with a shorter timeout. */
  probe(withinMs = pongWithinMs): void {
    this.#options.sendPing();
    const isWaiting = this.#timers.has('pong');
    if (!isWaiting || withinMs < pongWithinMs) this.#set('pong', withinMs, this.#options.onDead);
    this.#set('ping', pingEveryMs, () => this.probe());
  }

  pong(): void {
    this.#clear('pong');
  }

  /** A timer that fires far too late means that the machine slept, and the socket is probably dead. */
  #watch(): void {
    const { environment, onDead } = this.#options;
    const due = environment.now() + watchEveryMs;
    this.#set('watch', watchEveryMs, () => {
      if (environment.now() - due > sleptAfterMs) onDead();
      else this.#watch();
    });
  }

  #set(timer: Timer, ms: number, act: () => void): void {
    this.#clear(timer);
    const cancel = this.#options.environment.after(ms, () => {
      this.#timers.delete(timer);
      act();
    });
    this.#timers.set(timer, cancel);
  }

  #clear(timer: Timer): void {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
  }
}
