import { beforeEach, expect, it, vi } from 'vitest';
import { Loader, type LoaderWorld } from '../loader.ts';

type Builds = Awaited<ReturnType<LoaderWorld['compareBuilds']>>;

let timers: { ms: number; act: () => void }[];
let returns: Set<() => void>;
let offline: boolean;
let builds: Builds;
const world: LoaderWorld = {
  after(ms, act) {
    const timer = { ms, act };
    timers.push(timer);
    return () => {
      timers = timers.filter((one) => one !== timer);
    };
  },
  random: () => 1,
  onReturn(act) {
    returns.add(act);
    return () => void returns.delete(act);
  },
  isOffline: () => offline,
  compareBuilds: async () => builds,
};
const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  timers = [];
  returns = new Set();
  offline = false;
  builds = 'unknown';
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/** Its fetch fails until the test mocks a result. */
function openLoader() {
  const fetch = vi.fn<() => Promise<string>>(() => Promise.reject(new TypeError('Failed')));
  return { fetch, loader: new Loader(fetch, world) };
}

it('loads once, however often it is requested', async () => {
  const { fetch, loader } = openLoader();
  fetch.mockResolvedValue('part');
  await Promise.all([loader.load(), loader.load()]);
  await loader.load();
  expect(fetch).toHaveBeenCalledOnce();
  expect(loader.state()).toEqual({ status: 'ready', value: 'part' });
});

it('retries when the network returns, and notifies watchers', async () => {
  const { fetch, loader } = openLoader();
  const seen: string[] = [];
  const stop = loader.watch(() => seen.push(loader.state().status));
  offline = true;
  await loader.load();
  expect(loader.state()).toMatchObject({ status: 'failed', offline: true });
  fetch.mockResolvedValue('part');
  for (const act of returns) act();
  await settle();
  expect(loader.state()).toEqual({ status: 'ready', value: 'part' });
  expect(seen).toEqual(['failed', 'ready']);
  stop();
  expect(returns.size).toBe(0);
});

it('retries at growing intervals while it is watched', async () => {
  const { fetch, loader } = openLoader();
  const stop = loader.watch(() => {});
  const waits: number[] = [];
  await loader.load();
  for (let tries = 0; tries < 4; tries++) {
    await settle();
    expect(timers).toHaveLength(1);
    waits.push(timers[0]?.ms ?? 0);
    timers[0]?.act();
    await settle();
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(fetch).toHaveBeenCalledTimes(5);
  stop();
  expect(timers.map(({ ms }) => ms)).toEqual([0]);
});

it('starts over for a new watcher after the others have left', async () => {
  const { loader } = openLoader();
  const stop = loader.watch(() => {});
  await loader.load();
  stop();
  timers.at(-1)?.act();
  expect(loader.state()).toEqual({ status: 'waiting' });
});

it('recognizes a part that an update removed, and one the browser will not load again', async () => {
  builds = 'different';
  const { loader } = openLoader();
  await loader.load();
  await settle();
  expect(loader.state()).toMatchObject({ outdated: true, stuck: false });

  builds = 'same';
  const other = openLoader().loader;
  for (let tries = 0; tries < 3; tries++) {
    expect(other.state()).not.toMatchObject({ stuck: true });
    await other.load();
    await settle();
  }
  expect(other.state()).toMatchObject({ outdated: false, stuck: true });
});

it('resolves once the part is loaded', async () => {
  const { fetch, loader } = openLoader();
  const arrived = loader.arrived();
  await settle();
  fetch.mockResolvedValue('part');
  for (const act of returns) act();
  expect(await arrived).toBe('part');
});
