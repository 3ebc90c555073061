import {
  type Config,
  ConfigError,
  readConfig,
  unknownSettingsOf,
} from '../platform/server/config/config.ts';
import { warningsOf } from '../platform/server/config/deployment.ts';
import type { Log } from '../platform/server/log/log.ts';

/** Ends the process with the sentence that says why. */
export function fail(message: string): never {
  process.stderr.write(`Forecourt cannot start. ${message}\n`);
  process.exit(1);
}

/** The settings of this process; ends it with one line that names the setting when one is wrong. */
export function configure(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

/** Logs one line for each unsafe setting, and one for what looks like misspelled settings. */
export function warnOfSettings(config: Config, log: Log): void {
  const unknown = unknownSettingsOf(process.env);
  for (const warning of [...warningsOf(config), ...(unknown ? [unknown] : [])]) log.warn(warning);
}
