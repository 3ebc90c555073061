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
    log.info({ uid: account.uid }, 'Dropped root privileges');
    return;
  }
  log.warn(
    { folder: unusable, uid: account.uid },
    'Running as root, because no other account can use this folder. Move it, or start as a dedicated account.',
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
    'DATA_KEY is not set: the key that encrypts files and secrets is stored in DATA_DIR, next to the data it encrypts',
  );
}

// The port is bound; from here on the rights of the data folder's account are enough.
leaveRoot();

let stopping = false;
async function stop(why: string, code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ why }, 'Shutting down');
  setTimeout(() => process.exit(code || 1), stopTimeoutMs).unref();
  await forecourt.stop();
  process.exit(code);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(signal, 0));
}
process.on('uncaughtException', (error) => {
  log.error({ err: error }, 'Uncaught error');
  void stop('uncaughtException', 1);
});

// npm does not pass on every signal that ends it: without this check the server would keep running.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void stop('npm exited', 0), 500).unref();
}

const { listeningAt, url } = forecourt;
const elsewhere = url === listeningAt ? '' : ` (public address: ${url})`;
process.stdout.write(`Forecourt is ready at ${listeningAt}${elsewhere}\n`);
