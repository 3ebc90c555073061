import type { Redis } from 'ioredis';
import type { Log } from '../log/log.ts';

const timeoutMs = 1_000;

/** Connects to Redis or Valkey; undefined without an address. Losing it costs speed, never data. */
export async function connectRedis(url: string | undefined, log: Log): Promise<Redis | undefined> {
  if (!url) return undefined;
  const { Redis } = await import('ioredis');
  const address = url.startsWith('redis+unix:') ? new URL(url).pathname : url;
  const redis = new Redis(address, {
    // Commands to an unavailable server fail at once instead of queueing, and are not repeated: the first attempt
    // may have counted.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A hanging server counts as unavailable.
    commandTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  let isDown = false;
  redis.on('error', (error) => {
    if (!isDown) log.warn({ err: error }, 'Redis is not reachable');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) log.info('Redis is back');
    isDown = false;
  });
  return redis;
}
