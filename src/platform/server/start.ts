import { isIPv6 } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Bus, createBus } from './bus/bus.ts';
import { connectRedis } from './bus/redis.ts';
import { createCache } from './cache/cache.ts';
import type { Config } from './config/config.ts';
import type { ActorChanges } from './db/changes.ts';
import type { Database } from './db/database.ts';
import type { Authenticate } from './http/actor.ts';
import { createSessionCookie, type SessionCookie } from './http/cookie.ts';
import { createHttp } from './http/http.ts';
import { createRoutes } from './http/routes.ts';
import { createBackground } from './jobs/background.ts';
import { createJobs } from './jobs/jobs.ts';
import { createLimits } from './limits/limits.ts';
import type { Log } from './log/log.ts';
import type { RecentLog } from './log/recent.ts';
import { createDelivery } from './mail/delivery.ts';
import { createOutbox } from './mail/outbox.ts';
import { createParsing } from './parsing/parsing.ts';
import type { Platform } from './platform.ts';
import { createRealtime } from './realtime/realtime.ts';
import type { FindActors } from './realtime/watch.ts';
import { keyFolder, readKeys } from './secrets/keys.ts';
import { createSecrets } from './secrets/secrets.ts';
import { startStorage } from './storage/start.ts';

interface Options {
  config: Config;
  log: Log;
  recentLog: RecentLog;
  database: Database;
  authenticate: Authenticate;
  findActors: FindActors;
  extendConfirmation: (sessionId: string) => void;
  /** Of the site, if there is a build. */
  build?: string | undefined;
}

export interface RunningPlatform extends Platform {
  app: FastifyInstance;
  cookie: SessionCookie;
  authenticate: Authenticate;
  /** The URL of this process itself, without a trailing slash. */
  listeningAt(): string;
  /** Stops everything besides the HTTP server. */
  stop(): Promise<void>;
}

/** Connects the parts of the platform; nothing listens yet. */
export async function createPlatform(options: Options): Promise<RunningPlatform> {
  const { config, log, recentLog, database, authenticate, extendConfirmation } = options;
  const redis = await connectRedis(config.redisUrl, log);
  const bus = createBus(redis && { redis, pool: database.pool }, log);
  shareChanges(database.changes, bus);
  const cookie = createSessionCookie(config.publicUrl);
  const app = createHttp(config, log);
  const routes = createRoutes({ app, authenticate, extendConfirmation, cookie });
  const { host, publicUrl } = config;
  const background = createBackground(log);
  const realtime = createRealtime({ ...options, cookie, host, publicUrl, bus, background });
  // The embedded database belongs to this process alone.
  const jobs = createJobs(database.pool, log, { only: !config.databaseUrl });
  const folder = path.join(config.dataDir, 'outbox');
  const deliver = createDelivery({ smtpUrl: config.smtpUrl, from: config.mailFrom, folder });
  const parsing = createParsing(log);
  const secrets = createSecrets(await readKeys(config.dataKeys, keyFolder(config.dataDir)));
  app.server.on('upgrade', realtime.upgrade);
  const listeningAt = () => `http://${loopback(host)}:${addressPort(app) ?? config.port}`;
  return {
    config,
    log,
    recentLog,
    db: database.db,
    app,
    authenticate,
    cookie,
    routes,
    realtime,
    bus,
    cache: createCache(redis),
    limits: createLimits(redis),
    jobs,
    background,
    mail: createOutbox(database.db, jobs, deliver),
    secrets,
    parsing,
    storage: await startStorage(config.storage, jobs, secrets),
    publicUrl: () => publicUrl ?? listeningAt(),
    listeningAt,
    async stop() {
      await Promise.all([jobs.stop(), background.stop()]);
      parsing.stop();
      await bus.close();
      redis?.disconnect();
    },
  };
}

const actorChanged = 'actor.changed';

/**
 * The facts of an instance arrive in order: what a change of rights causes never reaches another instance before the
 * change.
 */
function shareChanges(changes: ActorChanges, bus: Bus): void {
  bus.subscribe(actorChanged, (payload) => changes.report((payload as { userId: number }).userId));
  changes.listen((userId) => bus.publish(actorChanged, { userId }));
}

function loopback(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}

function addressPort(app: FastifyInstance): number | undefined {
  const [address] = app.addresses();
  return typeof address === 'object' ? address.port : undefined;
}
