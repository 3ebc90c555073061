import { Redis } from 'ioredis';
import type { Log } from '../log/log.ts';

const timeoutMs = 1_000;

/** Connects to Redis or Valkey; undefined without an address. Losing it costs speed, never data. */
export function connectRedis(url: string | undefined, log: Log): Redis | undefined {
  if (!url) return undefined;
  const address = url.startsWith('redis+unix:') ? new URL(url).pathname : url;
  const redis = new Redis(address, {
    // A command to a server that is down fails at once instead of waiting in a queue, and none is
    // repeated: the first may have counted.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // One that hangs counts as down.
    commandTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  let told = false;
  redis.on('error', (error) => {
    if (!told) log.warn({ err: error }, 'Redis is not reachable');
    told = true;
  });
  redis.on('ready', () => {
    if (told) log.info('Redis is back');
    told = false;
  });
  return redis;
}
