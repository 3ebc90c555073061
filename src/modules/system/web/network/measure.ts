import { ping, pong } from '../../../../platform/contract/socket.ts';
import { pathOf } from '../../../../platform/web/api/path.ts';
import type { Connection } from '../../../../platform/web/realtime/connection.ts';
import { measureDownload, measuredMaxBytes, measureUpload } from '../../contract/network.ts';

export interface Measured {
  /** Round trip over the open socket; null: no reply came back. */
  latencyMs: number | null;
  jitterMs: number | null;
  /** 0 to 1: pings without a reply in time. */
  loss: number;
  /** In megabits per second. */
  download: number;
  upload: number;
}

const pings = 20;
const answerMs = 2_000;
/** Measure until this much time has passed, with ever more bytes. */
const wantedMs = 1_500;
const firstBytes = 256 * 1024;

/** Throws if the server is unreachable. */
export async function measureNetwork(
  connection: Connection,
  onStep: (step: string) => void,
): Promise<Measured> {
  onStep('Latency');
  await connected(connection);
  const trips: (number | null)[] = [];
  for (let n = 0; n < pings; n += 1) trips.push(await roundTrip(connection));
  onStep('Download');
  const download = await throughput(receive);
  onStep('Upload');
  const upload = await throughput(send);
  return { ...summaryOf(trips), download, upload };
}

/** Resolves once the socket is open; at the latest when a ping would count as lost. */
function connected(connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const look = () => connection.state() === 'connected' && finish();
    const stop = connection.watch(look);
    const timer = setTimeout(finish, answerMs);
    look();
  });
}

function roundTrip(connection: Connection): Promise<number | null> {
  return new Promise((resolve) => {
    const started = performance.now();
    const finish = (ms: number | null) => {
      clearTimeout(timer);
      stop();
      resolve(ms);
    };
    const stop = connection.on(pong, () => finish(performance.now() - started));
    const timer = setTimeout(() => finish(null), answerMs);
    if (!connection.send(ping, {})) finish(null);
  });
}

/** Exported for its test. */
export function summaryOf(trips: readonly (number | null)[]) {
  const answered = trips.filter((ms) => ms !== null);
  const sorted = answered.toSorted((a, b) => a - b);
  const steps = answered.slice(1).map((ms, at) => Math.abs(ms - (answered[at] ?? ms)));
  return {
    latencyMs: sorted[Math.floor(sorted.length / 2)] ?? null,
    jitterMs: steps.length > 0 ? steps.reduce((sum, ms) => sum + ms, 0) / steps.length : null,
    loss: trips.length > 0 ? 1 - answered.length / trips.length : 0,
  };
}

/** The best of a few tries, each with twice the bytes of the one before. */
async function throughput(move: (bytes: number) => Promise<void>): Promise<number> {
  let best = 0;
  const begun = performance.now();
  for (let bytes = firstBytes; performance.now() - begun < wantedMs; bytes *= 2) {
    const size = Math.min(bytes, measuredMaxBytes);
    const started = performance.now();
    await move(size);
    const seconds = (performance.now() - started) / 1000;
    best = Math.max(best, (size * 8) / 1e6 / seconds);
  }
  return best;
}

async function receive(bytes: number): Promise<void> {
  const response = await fetch(pathOf(measureDownload.path, { query: { bytes } }), {
    cache: 'no-store',
  });
  if (!response.ok) throw new Error(response.statusText);
  await response.arrayBuffer();
}

async function send(bytes: number): Promise<void> {
  const response = await fetch(measureUpload.path, {
    method: measureUpload.method,
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  if (!response.ok) throw new Error(response.statusText);
}
