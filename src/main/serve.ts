import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { createSessions, getCurrentUser } from '../modules/access/server/public.ts';
import { beginNotifying } from '../modules/chat-notifications/server/public.ts';
import { preparePushKeys } from '../modules/notifications/server/public.ts';
import { endDueAccounts, startDueAccounts } from '../modules/onboarding/server/public.ts';
import { getTimezone } from '../modules/organization/server/public.ts';
import type { Config } from '../platform/server/config/config.ts';
import type { RunningDatabase } from '../platform/server/db/start.ts';
import { assertPermitted } from '../platform/server/http/actor.ts';
import { serveHealth } from '../platform/server/http/health.ts';
import { isLocal } from '../platform/server/http/local.ts';
import { describeApi } from '../platform/server/http/openapi.ts';
import { readBuild, servePages } from '../platform/server/http/pages.ts';
import type { Log } from '../platform/server/log/log.ts';
import type { RecentLog } from '../platform/server/log/recent.ts';
import { describeListenError } from '../platform/server/preflight.ts';
import { createPlatform, type RunningPlatform } from '../platform/server/start.ts';
import type { Boot } from './boot.ts';
import { inviteFirstAdministrator, refuseKnownPasswords, seedFirstStart } from './first-start.ts';
import { addressOf, answerFirstCalls, drawnFor } from './firstScreen.ts';
import { addModules, type RecordSources } from './modules.ts';
import { prepareSchema } from './prepare-schema.ts';
import { version } from './version.ts';

export interface Forecourt {
  /** Base URL of links in emails. */
  url: string;
  /** Where this process itself listens. */
  listeningAt: string;
  platform: RunningPlatform;
  /** Accepts no new work, finishes what is running, closes connections. */
  stop(): Promise<void>;
}

const webDir = path.resolve(import.meta.dirname, '../../dist/web');
const drawFile = path.resolve(import.meta.dirname, '../../dist/draw/draw.mjs');

interface Prepared {
  config: Config;
  log: Log;
  recentLog: RecentLog;
  database: RunningDatabase;
  recordSources: RecordSources | undefined;
}

/** Serves all modules on the database; `closeAll` releases what it was started with. */
export async function serve(prepared: Prepared, closeAll: () => Promise<void>): Promise<Forecourt> {
  const { config, log, database } = prepared;
  await prepareSchema(database, log);
  // Before anything uses a database that this start may refuse.
  await refuseKnownPasswords({ config, db: database.db });
  const sessions = createSessions(database, {
    demoFromAnywhere: config.allowDemoAccountsOnNetwork,
  });
  const build = readBuild(webDir);
  const platform = await createPlatform({ ...prepared, ...sessions, build });
  addModules(platform, prepared.recordSources);
  let draining = false;
  serveHealth(platform.app, database.pool, () => draining);
  serveDescription(platform);
  await serveSite(platform);
  await preparePushKeys(platform.db, platform.secrets);
  await seedFirstStart(platform);
  // As soon as there are users, and before they can send anything: no one is notified of older messages.
  await beginNotifying(platform.db);
  await endDueAccounts(platform);
  await startDueAccounts(platform);
  await listen(platform);
  if (config.seed === 'none') {
    await inviteFirstAdministrator(platform);
    await beginNotifying(platform.db);
  }
  await platform.jobs.start();
  return {
    url: platform.publicUrl(),
    listeningAt: platform.listeningAt(),
    platform,
    async stop() {
      draining = true;
      await platform.realtime.drain();
      await platform.app.close();
      await platform.stop();
      await closeAll();
    },
  };
}

/** For signed-in users, like the page that shows it. Generating and compressing it is slow, so it is done once. */
function serveDescription({ app, routes, authenticate, cookie }: RunningPlatform): void {
  let made: { text: Buffer; compressed: Promise<Buffer> } | undefined;
  const make = () => {
    const text = Buffer.from(JSON.stringify(describeApi(routes.list(), version)));
    return { text, compressed: promisify(zlib.gzip)(text) };
  };
  app.get('/api/openapi.json', async (request, reply) => {
    const token = cookie.read(request.headers.cookie);
    const actor = token ? await authenticate(token, isLocal(request.raw)) : null;
    assertPermitted('signedIn', actor);
    made ??= make();
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(made.text);
    return reply.header('content-encoding', 'gzip').send(await made.compressed);
  });
}

async function serveSite(platform: RunningPlatform): Promise<void> {
  // Server tests need no built site.
  if (!fs.existsSync(path.join(webDir, 'index.html'))) return;
  const { app, authenticate, cookie, db, log, realtime } = platform;
  let drawing: Promise<typeof import('./draw.tsx')> | undefined;
  const loadDrawing = () => {
    drawing ??= import(pathToFileURL(drawFile).href);
    return drawing;
  };
  await servePages({
    app,
    webDir,
    authenticate,
    cookie,
    log,
    showsConversation: (boot) => (boot as Boot).channelId !== undefined,
    boot: async (actor, request) => {
      if (!actor) return { user: null };
      const since = realtime.mark();
      const [user, timezone, { findChannel }] = await Promise.all([
        getCurrentUser(db, actor),
        getTimezone(db),
        loadDrawing(),
      ]);
      const channelId = findChannel(addressOf(request), user);
      const answers = await answerFirstCalls(app, request, user, channelId);
      const drawn = drawnFor(request, user, { channelId, answers });
      return { user, timezone, since, channelId, answers, drawn };
    },
    draw: async (boot, path, search) => {
      const { draw } = await loadDrawing();
      return draw({ path, search, boot: boot as Required<Boot> });
    },
  });
}

/**
 * Connections that may wait to be accepted, as many as Linux allows. After a restart everyone connects at once, and a
 * client beyond Node.js' default of 511 would try again only after seconds.
 */
const backlog = 4_096;

async function listen({ app, config }: RunningPlatform): Promise<void> {
  const { host, port } = config;
  try {
    await app.listen({ host, port, backlog });
  } catch (error) {
    throw describeListenError(error as NodeJS.ErrnoException, port, host);
  }
}
