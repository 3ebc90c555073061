import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onEnd } from '../measure/cleanup.ts';

export interface BareServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** The broadcast server. */
export const startBareServer = (): Promise<BareServer> => startProgram('bareServer.ts');

/** A server whose answer has that many bytes. */
export const startStaticServer = (bytes: number): Promise<BareServer> =>
  startProgram('staticServer.ts', String(bytes));

/** Starts a program of this folder in its own process. */
async function startProgram(name: string, ...args: string[]): Promise<BareServer> {
  const program = path.join(import.meta.dirname, name);
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
