import { isIP } from 'node:net';
import path from 'node:path';
import * as z from 'zod/mini';
import { wrongTls } from './databaseTls.ts';
import { exposedBy } from './exposure.ts';
import { misspelledSettings } from './misspelled.ts';
import { type StorageConfig, storageOf } from './storage.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

const flag = z.pipe(
  z.enum(['0', '1', 'false', 'true']),
  z.transform((value) => value === '1' || value === 'true'),
);
const url = (...protocols: string[]) =>
  z.string().check(
    z.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be a URL that begins with ${protocols.join(' or ')}`,
    }),
  );
const proxies = z.string().check(
  z.refine((value) => listOf(value).every(isProxy), {
    error: 'must be addresses or networks, separated by commas',
  }),
);
// One address, with or without a display name.
const sender = z
  .string()
  .check(
    z.refine(
      (value) =>
        value.length <= 320 &&
        /^([^<>\p{Cc}]*<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/u.test(value),
      { error: 'must be an address, as in Forecourt <forecourt@example.com>' },
    ),
  );
const dataKeys = z.string().check(
  z.refine((value) => listOf(value).length > 0 && listOf(value).every(isKey), {
    error: 'must be 32 bytes in base64 (openssl rand -base64 32); older keys follow after commas',
  }),
);

const environment = z.object({
  NODE_ENV: z._default(z.string(), 'development'),
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), 3000),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PUBLIC_URL: z.optional(url('http:', 'https:')),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), path.join(root, 'data')),
  DATABASE_URL: z.optional(url('postgres:', 'postgresql:')),
  /** The role that owns the schema and migrates it, if DATABASE_URL is one that may only read and write rows. */
  DATABASE_OWNER_URL: z.optional(url('postgres:', 'postgresql:')),
  STORAGE_URL: z._default(z.string(), 'file:'),
  REDIS_URL: z.optional(url('redis:', 'rediss:', 'redis+unix:')),
  /** Encrypts secrets in the database; without it a key is stored under DATA_DIR. */
  DATA_KEY: z.optional(dataKeys),
  SMTP_URL: z.optional(url('smtp:', 'smtps:')),
  MAIL_FROM: z._default(sender, 'Forecourt <forecourt@localhost>'),
  SEED: z.optional(z.enum(['demo', 'none'])),
  REGISTRATION: z.optional(z.enum(['approval', 'open', 'closed'])),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  /** Addresses or networks whose X-Forwarded-For is trusted, comma-separated; none by default. */
  TRUSTED_PROXIES: z._default(proxies, ''),
  /** Allows demo accounts to be used from other machines: their password is public. */
  ALLOW_DEMO_ACCOUNTS_ON_NETWORK: z._default(flag, false),
  /** For tests only: accepts a database that can lose acknowledged writes in a crash. */
  TEST_ALLOW_UNSAFE_DATABASE: z._default(flag, false),
  /** For tests only: how long a statement and a connection may take, on a machine that runs many tests. */
  TEST_DATABASE_TIMEOUT_MS: z.optional(z.coerce.number().check(z.int(), z.positive())),
  /** For tests only: allows a push service on this machine. */
  TEST_ALLOW_LOCAL_PUSH: z._default(flag, false),
  /** For tests only: fetches images from this machine too, on any port. */
  TEST_ALLOW_LOCAL_FETCH: z._default(flag, false),
});

export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** Base URL of links in emails, without a trailing slash; undefined until the port is known. */
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Owner of the schema of `databaseUrl`; undefined: the same role. */
  databaseOwnerUrl: string | undefined;
  /** The storage of uploaded files. */
  storage: StorageConfig;
  redisUrl: string | undefined;
  /** In base64, the current one first; none: the one under `dataDir`. */
  dataKeys: string[];
  smtpUrl: string | undefined;
  mailFrom: string;
  seed: 'demo' | 'none';
  registration: 'approval' | 'open' | 'closed';
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  trustedProxies: string[];
  allowDemoAccountsOnNetwork: boolean;
  allowUnsafeDatabase: boolean;
  databaseTimeoutMs: number | undefined;
  allowLocalPush: boolean;
  allowLocalFetch: boolean;
}

/** A setting is wrong; the message is one line that names the variable. */
export class ConfigError extends Error {}

/** Reads the environment once. Blank variables count as absent. Throws ConfigError. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = z.safeParse(environment, present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} is wrong: ${issue?.message}`);
  }
  const e = parsed.data;
  const production = e.NODE_ENV === 'production';
  const dataDir = path.resolve(root, e.DATA_DIR);
  const storage = storageOf(e.STORAGE_URL, present, path.join(dataDir, 'files'));
  const tls = e.DATABASE_URL && wrongTls(e.DATABASE_URL);
  if (tls) throw new ConfigError(`DATABASE_URL is wrong: ${tls}`);
  if ('wrong' in storage) throw new ConfigError(`STORAGE_URL is wrong: ${storage.wrong}`);
  // Bounded: written by the operator.
  const publicUrl = e.PUBLIC_URL?.replace(/\/+$/, '');
  const trustedProxies = listOf(e.TRUSTED_PROXIES);
  const exposed = exposedBy({ host: e.HOST, publicUrl, trustedProxies });
  return {
    production,
    port: e.PORT,
    host: e.HOST,
    publicUrl,
    dataDir,
    databaseUrl: e.DATABASE_URL,
    databaseOwnerUrl: e.DATABASE_OWNER_URL,
    storage,
    redisUrl: e.REDIS_URL,
    dataKeys: listOf(e.DATA_KEY ?? ''),
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    seed: seedOf(e.SEED, production, exposed, e.ALLOW_DEMO_ACCOUNTS_ON_NETWORK),
    registration: e.REGISTRATION ?? (production ? 'closed' : 'approval'),
    logLevel: e.LOG_LEVEL,
    trustedProxies,
    allowDemoAccountsOnNetwork: e.ALLOW_DEMO_ACCOUNTS_ON_NETWORK,
    allowUnsafeDatabase: e.TEST_ALLOW_UNSAFE_DATABASE,
    databaseTimeoutMs: e.TEST_DATABASE_TIMEOUT_MS,
    allowLocalPush: e.TEST_ALLOW_LOCAL_PUSH,
    allowLocalFetch: e.TEST_ALLOW_LOCAL_FETCH,
  };
}

/**
 * The password of the demo accounts is public, so they are restricted to this machine unless explicitly allowed.
 */
function seedOf(
  wanted: Config['seed'] | undefined,
  production: boolean,
  exposed: string | null,
  allowed: boolean,
): Config['seed'] {
  if (allowed) return wanted ?? (production ? 'none' : 'demo');
  const why = exposed ?? (production ? 'NODE_ENV is production' : null);
  if (wanted === 'demo' && why) {
    throw new ConfigError(
      `SEED is wrong: demo accounts have a published password, and ${why}. ` +
        'Set SEED=none, or ALLOW_DEMO_ACCOUNTS_ON_NETWORK=1 if anyone may sign in.',
    );
  }
  return wanted ?? (why ? 'none' : 'demo');
}

/** One line about variables that look like misspelled settings and have no effect; null if there are none. */
export function unknownSettingsOf(env: Record<string, string | undefined>): string | null {
  const present = Object.keys(env).filter((name) => env[name]?.trim());
  const found = misspelledSettings(present, Object.keys(environment.shape));
  if (found.length === 0) return null;
  const list = found.map(({ name, meant }) => `${name} (did you mean ${meant}?)`).join(', ');
  return `Unknown settings have no effect: ${list}.`;
}

/** 44 characters, of which the last pads the missing byte. */
const isKey = (value: string) => /^[A-Za-z0-9+/]{43}=$/.test(value);

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function isProxy(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', prefix = '1'] = value.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  return isIP(address) > 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits;
}
