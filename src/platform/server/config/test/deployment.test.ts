import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig, unknownSettingsOf } from '../config.ts';
import { warningsOf } from '../deployment.ts';

type Env = Record<string, string>;

const key = `${'A'.repeat(43)}=`;
/** A correct production setup without warnings. */
const production: Env = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://forecourt.example',
  TRUSTED_PROXIES: 'loopback',
  DATA_KEY: key,
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Forecourt <forecourt@example.com>',
  DATABASE_URL: 'postgres://db.example/forecourt?sslmode=verify-full',
  REDIS_URL: 'rediss://redis.example',
};
const without = (name: string): Env =>
  Object.fromEntries(Object.entries(production).filter(([each]) => each !== name));

const reachable: [string, Env][] = [
  ['PUBLIC_URL', { PUBLIC_URL: 'https://forecourt.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://10.0.0.5:3000' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '127.0.0.1' }],
  ['HOST', { HOST: '0.0.0.0' }],
  ['HOST', { HOST: '::' }],
  ['HOST', { HOST: '192.168.1.20' }],
  ['NODE_ENV', { NODE_ENV: 'production' }],
];

describe('demo accounts', () => {
  test.each(reachable)('are not created where %s exposes the server: %o', (_name, env) => {
    expect(readConfig(env).seed).toBe('none');
  });

  test.each(reachable)('are refused if requested there: %s, %o', (name, env) => {
    const read = () => readConfig({ ...env, SEED: 'demo' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^SEED is wrong: [^\\n]*${name} is [^\\n]*$`));
  });

  test.each(reachable)('are allowed there explicitly, with a warning: %s, %o', (_name, env) => {
    const config = readConfig({ ...env, SEED: 'demo', ALLOW_DEMO_ACCOUNTS_ON_NETWORK: '1' });
    expect(config.seed).toBe('demo');
    const about = warningsOf(config).filter((line) => line.startsWith('ALLOW_DEMO_ACCOUNTS_ON'));
    expect(about).toHaveLength(1);
  });

  test.each<Env>([
    {},
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.0.0.2' },
    { PUBLIC_URL: 'http://localhost:8080' },
    { PUBLIC_URL: 'http://[::1]:3000' },
  ])('are the default if the server is not exposed: %o', (env) => {
    expect(readConfig(env).seed).toBe('demo');
  });
});

describe('there is no warning', () => {
  test.each<[string, Env]>([
    ['on a first look', {}],
    ['with a proxy on this machine', { PUBLIC_URL: 'http://localhost:8080' }],
    ['in a correct production setup', production],
    [
      'with the database on the same machine',
      { ...production, DATABASE_URL: 'postgres:///forecourt' },
    ],
    [
      'with the database behind a socket',
      { ...production, DATABASE_URL: 'postgres:///forecourt?host=%2Frun%2Fpostgresql' },
    ],
  ])('%s', (_name, env) => expect(warningsOf(readConfig(env))).toEqual([]));
});

describe('there is one warning about', () => {
  test.each<[string, string, Env]>([
    ['no public address', 'PUBLIC_URL', without('PUBLIC_URL')],
    ['no encryption', 'PUBLIC_URL', { ...production, PUBLIC_URL: 'http://forecourt.example' }],
    ['no encryption of a test server', 'PUBLIC_URL', { PUBLIC_URL: 'http://10.0.0.5:3000' }],
    ['https on this machine only', 'PUBLIC_URL', { ...production, PUBLIC_URL: 'http://localhost' }],
    ['an unknown public address', 'PUBLIC_URL', { HOST: '0.0.0.0' }],
    ['an unknown public address behind a proxy', 'PUBLIC_URL', { TRUSTED_PROXIES: 'loopback' }],
    ['an untrusted proxy', 'TRUSTED_PROXIES', without('TRUSTED_PROXIES')],
    [
      'half the internet as proxy',
      'TRUSTED_PROXIES',
      { ...production, TRUSTED_PROXIES: '0.0.0.0/1' },
    ],
    ['the same in IPv6', 'TRUSTED_PROXIES', { ...production, TRUSTED_PROXIES: '2000::/3' }],
    ['a way around the proxy', 'HOST', { ...production, HOST: '0.0.0.0' }],
    ['open registration', 'REGISTRATION', { ...production, REGISTRATION: 'open' }],
    ['the key stored with the data', 'DATA_KEY', without('DATA_KEY')],
    ['different keys per instance', 'DATA_KEY', { REDIS_URL: 'redis://127.0.0.1' }],
    ['mail into files', 'SMTP_URL', without('SMTP_URL')],
    ['the default mail sender', 'MAIL_FROM', without('MAIL_FROM')],
    ['unencrypted Redis', 'REDIS_URL', { ...production, REDIS_URL: 'redis://redis.example' }],
    [
      'an unencrypted database',
      'DATABASE_URL',
      { ...production, DATABASE_URL: 'postgres://db.example/f' },
    ],
    [
      'a possibly unencrypted database',
      'DATABASE_URL',
      { ...production, DATABASE_URL: 'postgres://db.example/f?sslmode=prefer' },
    ],
    [
      'unencrypted file storage',
      'STORAGE_URL',
      {
        ...production,
        STORAGE_URL: 's3://files?endpoint=http://s3.example',
        AWS_ACCESS_KEY_ID: 'a',
        AWS_SECRET_ACCESS_KEY: 'b',
      },
    ],
    ['a test setting', 'TEST_ALLOW_UNSAFE_DATABASE', { TEST_ALLOW_UNSAFE_DATABASE: '1' }],
    ['another test setting', 'TEST_ALLOW_LOCAL_PUSH', { TEST_ALLOW_LOCAL_PUSH: '1' }],
    ['a third', 'TEST_DATABASE_TIMEOUT_MS', { TEST_DATABASE_TIMEOUT_MS: '60000' }],
    ['and a fourth', 'TEST_ALLOW_LOCAL_FETCH', { ...production, TEST_ALLOW_LOCAL_FETCH: '1' }],
  ])('%s: %s', (_what, name, env) => {
    const warnings = warningsOf(readConfig(env));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(new RegExp(`^${name}\\b[^\\n]{20,}\\.$`));
  });

  test('no secret is printed, whatever is wrong', () => {
    const DATABASE_URL = 'postgres://forecourt:hunter2@db.example/forecourt';
    const REDIS_URL = 'redis://:hunter2@redis.example';
    const warnings = warningsOf(readConfig({ ...production, DATABASE_URL, REDIS_URL }));
    expect(warnings).toHaveLength(2);
    expect(warnings.join()).not.toContain('hunter2');
  });
});

describe('a variable that looks like a misspelled setting', () => {
  test.each([
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['SMTP', 'SMTP_URL'],
    ['SMTP_HOST', 'SMTP_URL'],
    ['DATABASE', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['REGISTRATIONS', 'REGISTRATION'],
    ['FORECOURT_PORT', 'PORT'],
    ['ALLOW_DEMO_ACCOUNT_ON_NETWORK', 'ALLOW_DEMO_ACCOUNTS_ON_NETWORK'],
  ])('is named: %s', (name, meant) => {
    expect(unknownSettingsOf({ [name]: 'x' })).toBe(
      `Unknown settings have no effect: ${name} (did you mean ${meant}?).`,
    );
  });

  test('is named once with all others', () => {
    const line = unknownSettingsOf({ TRUSTED_PROXY: 'x', SMTP: 'y', PATH: '/bin' });
    expect(line).toMatch(/^[^\n]*TRUSTED_PROXY [^\n]*SMTP [^\n]*$/);
  });

  test('is not confused with those of other programs', () => {
    const names = ['PATH', 'HOME', 'HOSTNAME', 'SHELL', 'USER', 'LANG', 'NODE_OPTIONS', 'TERM'];
    names.push('AWS_REGION', 'npm_config_registry', 'DEBUG', 'EDITOR', 'LOGNAME', 'MAIL', 'DATA');
    names.push('PGHOST', 'REDIS_PORT', 'REDIS_SERVICE_HOST', 'HOSTTYPE', 'SEEDS', 'TZ', 'CI');
    names.push('CHROMIUM', 'TEST_LOG', 'NODE_VERSION', 'GOOGLE_APPLICATION_CREDENTIALS');
    expect(unknownSettingsOf(Object.fromEntries(names.map((name) => [name, 'x'])))).toBeNull();
    expect(unknownSettingsOf({ ...production, TRUSTED_PROXY: '' })).toBeNull();
  });
});
