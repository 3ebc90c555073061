import { type Config, ConfigError, readConfig } from '../platform/server/config/config.ts';
import { createLog } from '../platform/server/log/log.ts';
import { createRecentLog } from '../platform/server/log/recent.ts';
import { startForecourt } from './forecourt.ts';

const stopTimeoutMs = 9_000;

function fail(message: string): never {
  process.stderr.write(`Forecourt cannot start. ${message}\n`);
  process.exit(1);
}

function configure(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

const config = configure();
const recentLog = createRecentLog();
const log = createLog(config.logLevel, recentLog);
const forecourt = await startForecourt(config, log, recentLog).catch((error: Error) =>
  fail(error.message),
);

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

process.stdout.write(`Forecourt is ready at ${forecourt.url}\n`);
