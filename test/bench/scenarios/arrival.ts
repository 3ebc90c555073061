import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchSocket, openBenchSocket } from '../generator/benchSocket.ts';
import { countCpu, residentMb } from '../measure/processes.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { startProduct } from '../subjects/product.ts';

// A morning: people who have not been seen for a while arrive at once, and everyone learns who is there.

const sizes = [1_000, 3_000];
const quietMs = 1_500;

async function measure(count: number): Promise<string[]> {
  const { server, people, stop } = await startProduct(count);
  await untilQuiet();
  let [frames, bytes, lastAt] = [0, 0, 0];
  const onFrame = (size: number) => {
    frames += 1;
    bytes += size;
    lastAt = performance.now();
  };
  let failures = 0;
  const onFailure = () => {
    failures += 1;
  };
  const { url, pid } = server;
  const readCpu = countCpu(pid);
  const started = performance.now();
  const sockets: BenchSocket[] = await Promise.all(
    people.map(({ cookie }) => openBenchSocket({ url, cookie, onFrame, onFailure })),
  );
  const readyMs = performance.now() - started;
  while (performance.now() - lastAt < quietMs) await sleep(100);
  const spent = readCpu();
  const settledMs = lastAt - started;
  const memoryMb = residentMb(pid);
  for (const socket of sockets) socket.close();
  await stop();
  return [
    `${rounded(count)} people`,
    fixed(readyMs / 1000, 2),
    fixed(settledMs / 1000, 2),
    rounded(frames),
    rounded(frames / count),
    fixed(bytes / 1e6, 1),
    fixed(spent.serverMs / 1000, 2),
    fixed(spent.databaseMs / 1000, 2),
    rounded(memoryMb),
    String(failures),
  ];
}

export async function arrival(): Promise<void> {
  const rows: string[][] = [];
  for (const size of sizes) rows.push(await measure(size));
  printTable(
    'Arrival: people who have not been seen for a while connect at once',
    [
      '',
      'all ready s',
      'last frame s',
      'frames',
      'per person',
      'MB',
      'server CPU s',
      'PostgreSQL CPU s',
      'server MB',
      'lost',
    ],
    rows,
  );
}
