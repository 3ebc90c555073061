import {
  type Config,
  ConfigError,
  readConfig,
  unknownSettingsOf,
} from '../platform/server/config/config.ts';
import { warningsOf } from '../platform/server/config/deployment.ts';
import type { Log } from '../platform/server/log/log.ts';

/** Ends the process with a message. */
export function fail(message: string): never {
  process.stderr.write(`Forecourt cannot start. ${message}\n`);
  process.exit(1);
}

/** The settings of this process; if one is invalid, exits with one line that names it. */
export function configure(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

/** Logs one warning per unsafe setting, and one for settings that look misspelled. */
export function warnOfSettings(config: Config, log: Log): void {
  const unknown = unknownSettingsOf(process.env);
  for (const warning of [...warningsOf(config), ...(unknown ? [unknown] : [])]) log.warn(warning);
}
