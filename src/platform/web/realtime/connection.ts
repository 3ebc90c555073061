import {
  type AnySocketEvent,
  auth,
  closeCodes,
  type DataOf,
  ping,
  pong,
  ready,
  serverEvent,
  socketError,
} from '../../contract/socket.ts';
import { maxRetries, retryWaitMs } from '../network/backoff.ts';
import { browserEnvironment, type Environment, type SocketLike } from './environment.ts';
import { readFrame, type SentOf, writeFrame } from './frames.ts';
import { Heartbeat } from './heartbeat.ts';
import { createListeners, type Handler } from './listeners.ts';

/** `disconnected` waits for its next try, or is closed for good; `failed` has given up until woken. */
export type ConnectionState = 'connecting' | 'connected' | 'disconnected' | 'failed';

export interface ConnectionOptions {
  url: string;
  /** Called at every (re)connect. */
  identity?(): DataOf<typeof auth>;
  onState?(state: ConnectionState): void;
  /** The server closed because the session has ended; no reconnect until `resume`. */
  onSignedOut?(): void;
  /** An attempt ended before the socket was ready; a browser cannot distinguish refused from unreachable. */
  onRefused?(): void;
  environment?: Environment;
}

type ErrorClaim = (error: DataOf<typeof socketError>) => boolean;

/** Emitted locally: frames were lost, so refetch what they reported. */
export const gap = serverEvent('local:gap', {});

const handshakeMs = 10_000;
/** Longer delay without a network. */
const doubtedPongMs = 2_000;

/** Opens a connection that reconnects until it is closed. */
export function createConnection(options: ConnectionOptions): Connection {
  return new Connection(options).open();
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #environment: Environment;
  readonly #heartbeat: Heartbeat;
  readonly #listeners = createListeners();
  readonly #watchers = new Set<() => void>();
  readonly #claims = new Set<ErrorClaim>();
  #state: ConnectionState = 'disconnected';
  #socket: SocketLike | null = null;
  #received = 0;
  #retries = 0;
  #closed = false;
  #paused = false;
  #cancelTimer = () => {};
  #stopListening = () => {};

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#environment = options.environment ?? browserEnvironment;
    this.#heartbeat = new Heartbeat({
      environment: this.#environment,
      sendPing: () => this.#socket?.send(writeFrame(ping, {})),
      onDead: () => this.#reconnect(),
    });
  }

  open(): this {
    const stops = [
      this.#environment.onWake(() => this.retry()),
      this.#environment.onOffline(() => this.#doubt()),
    ];
    this.#stopListening = () => stops.forEach((stop) => void stop());
    this.#connect();
    return this;
  }

  close(): void {
    this.#closed = true;
    this.#stopListening();
    this.#drop();
    this.#state = 'disconnected';
    this.#announce();
  }

  /** Closes the socket until `resume`; listeners stay registered. */
  pause(): void {
    if (this.#closed || this.#paused) return;
    this.#paused = true;
    this.#drop();
    this.#enter('disconnected');
  }

  /** Reconnects after `pause`, with the browser's current session. */
  resume(): void {
    if (this.#closed || !this.#paused) return;
    this.#paused = false;
    this.#reconnect();
  }

  /** Closed for good: no longer wanted. */
  get closed(): boolean {
    return this.#closed;
  }

  state = (): ConnectionState => this.#state;

  /** Calls `watcher` after every change of state; returns how to stop. */
  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };

  on<E extends AnySocketEvent>(event: E, handler: Handler<E>): () => void {
    return this.#listeners.on(event, handler);
  }

  /** If a claim returns true for an error frame, that module shows it, and it is not emitted. */
  claimErrors(claim: ErrorClaim): () => void {
    this.#claims.add(claim);
    return () => void this.#claims.delete(claim);
  }

  /** Returns false without sending unless connected. */
  send<E extends AnySocketEvent>(event: E, data: SentOf<E>): boolean {
    if (this.#state !== 'connected' || !this.#socket) {
      console.warn(`Not connected: ${event.type} was not sent`);
      return false;
    }
    this.#socket.send(writeFrame(event, data));
    return true;
  }

  /** Retries now, restarting the backoff; an open connection is checked instead. */
  retry(): void {
    if (this.#closed || this.#paused) return;
    if (this.#state === 'connected') this.#heartbeat.probe();
    else if (this.#state !== 'connecting') this.#reconnect();
  }

  /** A socket may survive the network it used, for example on localhost; usually it does not. */
  #doubt(): void {
    if (this.#state === 'connected') this.#heartbeat.probe(doubtedPongMs);
  }

  #reconnect(): void {
    this.#retries = 0;
    this.#connect();
  }

  #connect(): void {
    this.#drop();
    this.#enter('connecting');
    const socket = this.#environment.openSocket(this.#options.url);
    socket.onopen = () => socket.send(writeFrame(auth, this.#options.identity?.() ?? {}));
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ code }) => this.#lost(code);
    this.#socket = socket;
    this.#received = 0;
    this.#cancelTimer = this.#environment.after(handshakeMs, () => this.#lost());
  }

  /** Drops the socket and every timer; late frames of the old socket are ignored. */
  #drop(): void {
    this.#cancelTimer();
    this.#heartbeat.stop();
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #lost(code?: number): void {
    const refused = this.#state === 'connecting';
    this.#drop();
    if (code === closeCodes.signedOut) {
      this.pause();
      this.#options.onSignedOut?.();
      return;
    }
    if (refused) this.#options.onRefused?.();
    if (this.#retries >= maxRetries) {
      this.#enter('failed');
      return;
    }
    this.#retries += 1;
    this.#enter('disconnected');
    const wait = retryWaitMs(this.#retries, this.#environment.random());
    this.#cancelTimer = this.#environment.after(wait, () => this.#connect());
  }

  #receive(text: unknown): void {
    const before = this.#received;
    this.#received += 1;
    const frame = readFrame(text);
    if (!frame) return;
    if (frame.type === ready.type) this.#becomeReady();
    if (frame.type === pong.type) this.#checkCount(before, (frame.data as DataOf<typeof pong>).n);
    if (frame.type === socketError.type && this.#claimed(frame.data)) return;
    this.#listeners.emit(frame.type, frame.data);
  }

  #becomeReady(): void {
    this.#cancelTimer();
    this.#retries = 0;
    this.#heartbeat.start();
    this.#enter('connected');
  }

  #checkCount(received: number, sent: number): void {
    this.#heartbeat.pong();
    if (sent === received || typeof sent !== 'number') return;
    this.#received = sent + 1;
    this.#listeners.emit(gap.type, {});
  }

  #claimed(error: unknown): boolean {
    return [...this.#claims].some((claim) => claim(error as DataOf<typeof socketError>));
  }

  #enter(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#announce();
  }

  #announce(): void {
    this.#options.onState?.(this.#state);
    for (const watcher of [...this.#watchers]) watcher();
  }
}
