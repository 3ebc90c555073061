import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { createLog, type Log } from '../../log/log.ts';
import { connectRedis } from '../redis.ts';

export interface RedisServer {
  url: string;
  /** A separate connection, as another instance has; waits until it is connected. */
  connect(log?: Log): Promise<Redis>;
  /** Starts it, or restarts it empty after a kill; does nothing if it is running. */
  start(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

/** A Redis on a socket in its own folder. */
export async function startRedis(): Promise<RedisServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-redis-'));
  const socket = path.join(folder, 'redis.sock');
  const connections: Redis[] = [];
  let child: ChildProcess | undefined;

  const server: RedisServer = {
    url: `redis+unix://${socket}`,
    async start() {
      if (child && child.exitCode === null && child.signalCode === null) return;
      const options = ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder];
      child = spawn('redis-server', options, { stdio: 'ignore' });
      while (!fs.existsSync(socket)) await sleep(20);
    },
    async connect(log = createLog('silent')) {
      const redis = await connectRedis(server.url, log);
      if (!redis) throw new Error('No address');
      connections.push(redis);
      if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
      return redis;
    },
    async kill(signal = 'SIGKILL') {
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const exited = new Promise((resolve) => running.once('exit', resolve));
      running.kill(signal);
      if (signal === 'SIGSTOP' || signal === 'SIGCONT') return;
      await exited;
      fs.rmSync(socket, { force: true });
    },
    async close() {
      for (const redis of connections) redis.disconnect();
      await server.kill();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
