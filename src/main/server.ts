import path from 'node:path';
import { chooseAccount, dropRoot } from '../platform/server/account/account.ts';
import { createLog } from '../platform/server/log/log.ts';
import { createRecentLog } from '../platform/server/log/recent.ts';
import { configure, fail, warnOfSettings } from './configure.ts';
import { startForecourt } from './forecourt.ts';

const root = path.resolve(import.meta.dirname, '../..');
const stopTimeoutMs = 9_000;

function leaveRoot(): void {
  const account = chooseAccount(config.dataDir);
  if (!account) return;
  const { storage, dataDir } = config;
  const unusable = dropRoot(account, {
    reads: [root, path.join(root, 'node_modules'), path.join(root, 'src')],
    writes: storage.kind === 'disk' ? [dataDir, storage.directory] : [dataDir],
  });
  if (!unusable) {
    log.info({ uid: account.uid }, 'Root was given up');
    return;
  }
  log.warn(
    { folder: unusable, uid: account.uid },
    'Forecourt goes on as root, because no other account can use this folder: move it, or start as an account of its own',
  );
}

const config = configure();
const recentLog = createRecentLog();
const log = createLog(config.logLevel, recentLog);
warnOfSettings(config, log);
const forecourt = await startForecourt(config, log, recentLog).catch((error: Error) =>
  fail(error.message),
);

if (config.production && config.dataKeys.length === 0) {
  log.warn(
    'DATA_KEY is not set: the key that encrypts files and secrets lies under DATA_DIR, beside what it encrypts',
  );
}

// The port is bound; nothing from here on needs more rights than the account of the data has.
leaveRoot();

let stopping = false;
async function stop(why: string, code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ why }, 'Stopping');
  setTimeout(() => process.exit(code || 1), stopTimeoutMs).unref();
  await forecourt.stop();
  process.exit(code);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(signal, 0));
}
process.on('uncaughtException', (error) => {
  log.error({ err: error }, 'An error nobody caught');
  void stop('uncaughtException', 1);
});

// npm does not pass on every death: without it nobody would be left to stop us.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void stop('npm went away', 0), 500).unref();
}

const { listeningAt, url } = forecourt;
const elsewhere = url === listeningAt ? '' : ` (public address: ${url})`;
process.stdout.write(`Forecourt is ready at ${listeningAt}${elsewhere}\n`);
