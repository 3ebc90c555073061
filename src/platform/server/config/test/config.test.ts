import { describe, expect, test } from 'vitest';
// Brings the sentences for what is wrong, as the product does.
import '../../http/validation.ts';
import { ConfigError, readConfig } from '../config.ts';

describe('without a single variable', () => {
  test('everything has a value that suits a first look on one machine', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: undefined,
      databaseUrl: undefined,
      redisUrl: undefined,
      smtpUrl: undefined,
      seed: 'demo',
      registration: 'approval',
      logLevel: 'info',
      trustedProxies: [],
      allowDemoAccountsOnNetwork: false,
      allowUnsafeDatabase: false,
    });
    expect(config.dataDir).toMatch(/\/data$/);
  });

  test('production seeds nothing, unless told', () => {
    expect(readConfig({ NODE_ENV: 'production' }).seed).toBe('none');
    expect(readConfig({ NODE_ENV: 'production', SEED: 'demo' }).seed).toBe('demo');
  });
});

test('blank variables count as absent', () => {
  const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'SEED'];
  const blank = Object.fromEntries(names.map((name) => [name, '  ']));
  expect(readConfig(blank)).toEqual(readConfig({}));
});

test('what is given is taken', () => {
  const config = readConfig({
    PORT: '0',
    PUBLIC_URL: 'https://forecourt.example///',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1 ,loopback',
    ALLOW_DEMO_ACCOUNTS_ON_NETWORK: '1',
    TEST_ALLOW_UNSAFE_DATABASE: 'false',
    DATA_DIR: '/var/lib/forecourt',
  });
  expect(config).toMatchObject({
    port: 0,
    publicUrl: 'https://forecourt.example',
    trustedProxies: ['10.0.0.0/8', '::1', 'loopback'],
    allowDemoAccountsOnNetwork: true,
    allowUnsafeDatabase: false,
    dataDir: '/var/lib/forecourt',
  });
});

describe('a wrong variable stops the start with one line that names it', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'forecourt.example'],
    ['PUBLIC_URL', 'ftp://forecourt.example'],
    ['DATABASE_URL', 'mysql://localhost/forecourt'],
    ['REDIS_URL', 'localhost:6379'],
    ['SMTP_URL', 'mail.example'],
    ['MAIL_FROM', 'x'],
    ['SEED', 'yes'],
    ['REGISTRATION', 'closd'],
    ['LOG_LEVEL', 'loud'],
    ['TRUSTED_PROXIES', 'banana'],
    ['TRUSTED_PROXIES', '10.0.0.1,10.0.0.0/99'],
    ['ALLOW_DEMO_ACCOUNTS_ON_NETWORK', 'maybe'],
  ])('%s=%s', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} is wrong: [^\\n]{5,}$`));
  });

  test('and never says a secret aloud', () => {
    const read = () => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db/forecourt' });
    expect(read).toThrow(ConfigError);
    expect(read).not.toThrow(/hunter2/);
  });
});
