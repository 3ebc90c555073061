import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onEnd } from '../measure/cleanup.ts';

export interface BareServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the bare broadcast server in its own process. */
export async function startBareServer(): Promise<BareServer> {
  const program = path.join(import.meta.dirname, 'bareServer.ts');
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onEnd(stop);
  const [output] = await once(child.stdout, 'data');
  const url = /http:\S+/.exec(String(output))?.[0] ?? '';
  return { url, pid: child.pid ?? 0, stop };
}
