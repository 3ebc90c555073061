import type { Bus } from './bus/bus.ts';
import type { Cache } from './cache/cache.ts';
import type { Config } from './config/config.ts';
import type { AnyTables, Db } from './db/database.ts';
import type { Routes } from './http/routes.ts';
import type { Background } from './jobs/background.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Limits } from './limits/limits.ts';
import type { Log } from './log/log.ts';
import type { RecentLog } from './log/recent.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Parsing } from './parsing/parsing.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Storage } from './storage/storage.ts';

/** Everything a module gets; it uses nothing else. */
export interface Platform {
  config: Config;
  log: Log;
  recentLog: RecentLog;
  db: Db<AnyTables>;
  routes: Routes;
  realtime: Realtime;
  bus: Bus;
  cache: Cache;
  limits: Limits;
  jobs: Jobs;
  background: Background;
  mail: Outbox;
  storage: Storage;
  parsing: Parsing;
  secrets: Secrets;
  /** Base URL of links in emails, without a trailing slash; never taken from a request. */
  publicUrl(): string;
}
