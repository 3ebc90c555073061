import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ping, serverEvent, socketError } from '../../../contract/socket.ts';
import { type Connection, createConnection, gap } from '../connection.ts';
import { FakeWorld } from './FakeWorld.ts';

let world: FakeWorld;
let connection: Connection;
const onSignedOut = vi.fn();
const onRefused = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  world = new FakeWorld();
  connection = createConnection({
    url: 'ws://test/ws',
    identity: () => ({ userId: 7, username: 'ann' }),
    environment: world,
    onSignedOut,
    onRefused,
  });
});

/** The socket breaks, and again at every retry, so many times; returns the delays. */
const failTimes = (times: number) =>
  Array.from({ length: times }, () => {
    world.socket.onclose?.({ code: 1006 });
    const lostAt = world.time;
    const sockets = world.sockets.length;
    while (world.sockets.length === sockets) world.pass(100);
    return world.time - lostAt;
  });

describe('a connection', () => {
  it('identifies itself when the socket opens, and is connected only once the server is ready', () => {
    expect(connection.state()).toBe('connecting');
    world.socket.onopen?.();
    expect(world.socket.sent).toEqual([{ type: 'auth', data: { userId: 7, username: 'ann' } }]);
    expect(connection.state()).toBe('connecting');
    world.socket.receive('ready', { userId: 7 });
    expect(connection.state()).toBe('connected');
  });

  it('sends nothing before it is ready', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    world.socket.onopen?.();
    expect(connection.send(ping, {})).toBe(false);
    expect(world.socket.sentTypes()).toEqual(['auth']);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('delivers a frame to all handlers, even if one of them throws', () => {
    const noted = serverEvent('noted', {});
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const handler = vi.fn();
    connection.on(noted, () => {
      throw new Error('broken screen');
    });
    connection.on(noted, handler);
    world.socket.becomeReady();
    world.socket.receive('noted', { a: 1 });
    world.socket.onmessage?.({ data: 'no frame' });
    expect(handler.mock.calls).toEqual([[{ a: 1 }]]);
    expect(report).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it('keeps a claimed error from the other handlers', () => {
    const shown = vi.fn();
    connection.on(socketError, shown);
    connection.claimErrors(({ ref }) => ref === 'mine');
    world.socket.becomeReady();
    world.socket.receive('error', { message: 'No', code: 'invalid', ref: 'mine' });
    expect(shown).not.toHaveBeenCalled();
    world.socket.receive('error', { message: 'No', code: 'invalid' });
    expect(shown).toHaveBeenCalledOnce();
  });
});

describe('a lost connection', () => {
  it('reconnects after 1 s, doubling up to 30 s', () => {
    expect(failTimes(7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('gives up after ten tries, and continues when woken', () => {
    failTimes(10);
    expect(world.sockets).toHaveLength(11);
    world.socket.onclose?.({ code: 1006 });
    expect(connection.state()).toBe('failed');
    world.pass(600_000);
    expect(world.sockets).toHaveLength(11);
    world.wake();
    expect(connection.state()).toBe('connecting');
    expect(world.sockets).toHaveLength(12);
  });

  it('restarts the backoff after it was ready', () => {
    failTimes(10);
    world.socket.becomeReady();
    world.socket.onclose?.({ code: 1006 });
    expect(connection.state()).toBe('disconnected');
    world.pass(1_000);
    expect(connection.state()).toBe('connecting');
  });

  it('reconnects at once when the tab becomes visible or the network returns', () => {
    world.socket.becomeReady();
    world.socket.onclose?.({ code: 1006 });
    world.wake();
    expect(world.sockets).toHaveLength(2);
    world.pass(5_000);
    expect(world.sockets).toHaveLength(2);
  });

  it('reports a refused attempt, but not a broken open connection', () => {
    world.socket.onclose?.({ code: 1006 });
    expect(onRefused).toHaveBeenCalledOnce();
    world.pass(1_000);
    world.socket.becomeReady();
    world.socket.onclose?.({ code: 1012 });
    expect(onRefused).toHaveBeenCalledOnce();
  });

  it('treats a server that accepts but never becomes ready as lost', () => {
    world.socket.onopen?.();
    world.pass(10_000);
    expect(world.sockets[0]?.closed).toBe(true);
    expect(connection.state()).toBe('disconnected');
  });

  it('does not reconnect after the session ended, until resumed', () => {
    world.socket.becomeReady();
    world.socket.onclose?.({ code: 4401 });
    expect(onSignedOut).toHaveBeenCalledOnce();
    expect(connection.state()).toBe('disconnected');
    world.wake();
    connection.retry();
    world.pass(600_000);
    expect(world.sockets).toHaveLength(1);
    expect(connection.closed).toBe(false);
    connection.resume();
    world.socket.becomeReady();
    expect(world.sockets).toHaveLength(2);
    expect(connection.state()).toBe('connected');
  });

  it('drops a live socket, and keeps its listeners', () => {
    const onNoted = vi.fn();
    connection.on(serverEvent('noted', {}), onNoted);
    world.socket.becomeReady();
    const { socket } = world;
    connection.pause();
    connection.pause();
    expect(socket.closed).toBe(true);
    expect(connection.state()).toBe('disconnected');
    connection.resume();
    connection.resume();
    world.socket.becomeReady();
    world.socket.receive('noted');
    expect(world.sockets).toHaveLength(2);
    expect(onNoted).toHaveBeenCalledOnce();
  });

  it('stays closed once closed, and ignores the old socket', () => {
    const { socket } = world;
    connection.close();
    expect(socket.closed).toBe(true);
    expect(socket.onclose).toBeNull();
    world.wake();
    world.pass(600_000);
    expect(world.sockets).toHaveLength(1);
  });
});

describe('an open connection', () => {
  beforeEach(() => world.socket.becomeReady());

  it('pings every minute', () => {
    world.pass(59_999);
    expect(world.socket.sentTypes()).toEqual(['auth']);
    world.pass(1);
    for (let minute = 0; minute < 2; minute += 1) {
      world.socket.receive('pong', { n: 1 + minute });
      world.pass(60_000);
    }
    expect(world.socket.sentTypes()).toEqual(['auth', 'ping', 'ping', 'ping']);
    expect(world.sockets).toHaveLength(1);
  });

  it('is replaced when no pong comes within 10 s', () => {
    world.pass(70_000);
    expect(world.sockets).toHaveLength(2);
    expect(connection.state()).toBe('connecting');
  });

  it('is checked early when the network goes', () => {
    world.goOffline();
    world.pass(1_999);
    expect(connection.state()).toBe('connected');
    world.pass(1);
    expect(connection.state()).toBe('connecting');
  });

  it('is kept if it responds although the network went', () => {
    world.goOffline();
    world.socket.receive('pong', { n: 1 });
    world.pass(59_999);
    expect(world.sockets).toHaveLength(1);
    connection.close();
    world.goOffline();
    expect(world.sockets).toHaveLength(1);
  });

  it('is checked when woken', () => {
    world.wake();
    world.wake();
    expect(world.socket.sentTypes()).toEqual(['auth', 'ping', 'ping']);
    world.pass(10_000);
    expect(world.sockets).toHaveLength(2);
  });

  it('is replaced at once when a timer fires far too late', () => {
    world.sleep(600_000);
    expect(world.sockets).toHaveLength(2);
    expect(connection.state()).toBe('connecting');
  });

  it('survives the minute by which a hidden tab delays its timers', () => {
    world.sleep(70_000);
    expect(world.sockets).toHaveLength(1);
    expect(connection.state()).toBe('connected');
  });

  it('detects lost frames by the pong, once', () => {
    const onGap = vi.fn();
    connection.on(gap, onGap);
    world.socket.receive('noted');
    world.socket.receive('pong', { n: 2 });
    expect(onGap).not.toHaveBeenCalled();
    world.socket.receive('pong', { n: 5 });
    expect(onGap).toHaveBeenCalledOnce();
    world.socket.receive('pong', { n: 6 });
    expect(onGap).toHaveBeenCalledOnce();
  });
});
