import { Redis } from 'ioredis';
import type { Log } from '../log/log.ts';

/** Connects to Redis or Valkey; undefined without an address. Losing it costs speed, never data. */
export function connectRedis(url: string | undefined, log: Log): Redis | undefined {
  if (!url) return undefined;
  const address = url.startsWith('redis+unix:') ? new URL(url).pathname : url;
  // A command to a server that is down fails at once instead of waiting in a queue.
  const redis = new Redis(address, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
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
