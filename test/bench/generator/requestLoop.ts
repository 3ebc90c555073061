import type { Sample } from '../measure/compare.ts';
import { countCpu } from '../measure/processes.ts';
import { openConnection } from './httpConnection.ts';

interface Options {
  url: string;
  /** The server's process. */
  pid: number;
  /** In turn, from the first again after the last. */
  requests: readonly Buffer[];
  clients: number;
  maxMs: number;
}

/** Each client sends its next request when it has the last response. Throws unless each response is 200. */
export async function runRequestLoop(options: Options): Promise<Sample> {
  const { url, pid, requests, clients, maxMs } = options;
  const connections = await Promise.all(Array.from({ length: clients }, () => openConnection(url)));
  const latenciesMs: number[] = [];
  const readCpu = countCpu(pid);
  const end = performance.now() + maxMs;
  await Promise.all(
    connections.map(async (connection, client) => {
      for (let before = performance.now(), nth = client; before < end; nth += clients) {
        const { status, text } = await connection.send(requests[nth % requests.length] as Buffer);
        if (status !== 200) throw new Error(`A request failed: ${text}`);
        const after = performance.now();
        latenciesMs.push(after - before);
        before = after;
      }
    }),
  );
  const spent = readCpu();
  for (const connection of connections) connection.close();
  return { count: latenciesMs.length, spent, latenciesMs };
}
