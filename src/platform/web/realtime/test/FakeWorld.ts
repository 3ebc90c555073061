import type { Environment, SocketLike } from '../environment.ts';

export class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: { type: string; data: Record<string, unknown> }[] = [];
  closed = false;

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  /** The server accepts, and is ready. */
  becomeReady() {
    this.onopen?.();
    this.receive('ready', { userId: 7, serverTime: '2026-01-05T16:00:00.000Z' });
  }

  receive(type: string, data: object = {}) {
    this.onmessage?.({ data: JSON.stringify({ type, data }) });
  }

  sentTypes() {
    return this.sent.map((frame) => frame.type);
  }
}

/** A fake environment with its own clock, sockets and random numbers. */
export class FakeWorld implements Environment {
  readonly sockets: FakeSocket[] = [];
  time = 0;
  chance = 1;
  #timers: { at: number; act: () => void }[] = [];
  #wakers = new Set<() => void>();
  #doubters = new Set<() => void>();

  openSocket = () => {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  };
  now = () => this.time;
  random = () => this.chance;

  after = (ms: number, act: () => void) => {
    const timer = { at: this.time + ms, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  onWake = (act: () => void) => {
    this.#wakers.add(act);
    return () => void this.#wakers.delete(act);
  };

  onOffline = (act: () => void) => {
    this.#doubters.add(act);
    return () => void this.#doubters.delete(act);
  };

  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error('No socket was opened');
    return last;
  }

  wake() {
    for (const act of [...this.#wakers]) act();
  }

  goOffline() {
    for (const act of [...this.#doubters]) act();
  }

  /** Advances the time; timers fire when due. */
  pass(ms: number) {
    const end = this.time + ms;
    for (let next = this.#due(end); next; next = this.#due(end)) {
      this.time = Math.max(this.time, next.at);
      this.#fire(next);
    }
    this.time = end;
  }

  /** The machine sleeps: time passes, and due timers only fire now. */
  sleep(ms: number) {
    this.time += ms;
    const overdue = this.#due(this.time);
    if (overdue) this.#fire(overdue);
  }

  #due(until: number) {
    return this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  }

  #fire(timer: { at: number; act: () => void }) {
    this.#timers = this.#timers.filter((other) => other !== timer);
    timer.act();
  }
}
