import { describe, expect, test } from 'vitest';
// Loads the validation messages, as the product does.
import '../../http/validation.ts';
import { ConfigError, readConfig } from '../config.ts';

describe('without any variable', () => {
  test('every setting has a default for a trial on one machine', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: undefined,
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
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
    expect(config.storage).toEqual({ kind: 'disk', directory: `${config.dataDir}/files` });
  });

  test('production seeds nothing, and allows no registrations', () => {
    const config = readConfig({ NODE_ENV: 'production' });
    expect(config).toMatchObject({ seed: 'none', registration: 'closed' });
    const REGISTRATION = 'approval';
    expect(readConfig({ NODE_ENV: 'production', REGISTRATION }).registration).toBe('approval');
  });
});

test('blank variables count as absent', () => {
  const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'SEED'];
  const blank = Object.fromEntries(names.map((name) => [name, '  ']));
  expect(readConfig(blank)).toEqual(readConfig({}));
});

test('settings are read', () => {
  const config = readConfig({
    PORT: '0',
    PUBLIC_URL: 'https://forecourt.example///',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1 ,loopback',
    ALLOW_DEMO_ACCOUNTS_ON_NETWORK: '1',
    TEST_ALLOW_UNSAFE_DATABASE: 'false',
    DATA_DIR: '/var/lib/forecourt',
    STORAGE_URL: 'file:///srv/our%20files',
  });
  expect(config).toMatchObject({
    port: 0,
    publicUrl: 'https://forecourt.example',
    trustedProxies: ['10.0.0.0/8', '::1', 'loopback'],
    allowDemoAccountsOnNetwork: true,
    allowUnsafeDatabase: false,
    dataDir: '/var/lib/forecourt',
    storage: { kind: 'disk', directory: '/srv/our files' },
  });
});

describe('a bucket', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'AK', AWS_SECRET_ACCESS_KEY: 'hunter2' };

  test('compatible with S3 has its keys in the usual variables', () => {
    const STORAGE_URL = 's3://our-files?endpoint=https://s3.example:9000/&region=eu-1';
    expect(readConfig({ ...keys, STORAGE_URL, AWS_SESSION_TOKEN: 'T' }).storage).toEqual({
      kind: 's3',
      bucket: 'our-files',
      endpoint: 'https://s3.example:9000',
      region: 'eu-1',
      accessKeyId: 'AK',
      secretAccessKey: 'hunter2',
      sessionToken: 'T',
    });
  });

  test('at Amazon needs a region, in the URL or in Amazon’s variables', () => {
    const STORAGE_URL = 's3://our-files';
    expect(() => readConfig({ ...keys, STORAGE_URL })).toThrow(/^STORAGE_URL is wrong: .*region/);
    const { storage } = readConfig({ ...keys, STORAGE_URL, AWS_REGION: 'us-west-2' });
    expect(storage).toMatchObject({ region: 'us-west-2', endpoint: undefined });
  });

  test('at Google needs nothing on Google’s machines, and a key file elsewhere', () => {
    expect(readConfig({ STORAGE_URL: 'gs://our.files' }).storage).toEqual({
      kind: 'gcs',
      bucket: 'our.files',
      endpoint: 'https://storage.googleapis.com',
      keyFile: undefined,
      metadataHost: 'metadata.google.internal',
    });
    const GOOGLE_APPLICATION_CREDENTIALS = '/etc/forecourt/key.json';
    const withKeyFile = readConfig({
      STORAGE_URL: 'gs://our.files',
      GOOGLE_APPLICATION_CREDENTIALS,
    });
    expect(withKeyFile.storage).toMatchObject({ keyFile: '/etc/forecourt/key.json' });
  });

  test('has no keys in its URL, and none is printed', () => {
    const read = () => readConfig({ ...keys, STORAGE_URL: 's3://AK:hunter2@bucket?region=a' });
    expect(read).toThrow(/^STORAGE_URL is wrong: must not contain keys/);
    expect(read).not.toThrow(/hunter2/);
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
    ['STORAGE_URL', 'ftp://bucket'],
    ['STORAGE_URL', 'gs://'],
    ['STORAGE_URL', 'gs://bucket/folder'],
    ['STORAGE_URL', 'gs://bucket?region=us'],
    ['STORAGE_URL', 'gs://bucket?endpoint=storage.example'],
    // Without keys.
    ['STORAGE_URL', 's3://bucket?endpoint=https://s3.example'],
    ['STORAGE_URL', 'file://host/files'],
    ['STORAGE_URL', 'file:files'],
    ['STORAGE_URL', '/srv/files'],
    ['REDIS_URL', 'localhost:6379'],
    ['DATA_KEY', 'too short'],
    ['DATA_KEY', ','],
    ['DATA_KEY', 'A'.repeat(44)],
    ['SMTP_URL', 'mail.example'],
    ['MAIL_FROM', 'x'],
    ['MAIL_FROM', 'garbage'],
    ['MAIL_FROM', 'Forecourt'],
    ['MAIL_FROM', 'a@b@c'],
    ['MAIL_FROM', 'Forecourt <forecourt@example.com'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Forecourt\r\nBcc: <a@example.com>'],
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

  test('and never prints a secret', () => {
    const read = () => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db/forecourt' });
    expect(read).toThrow(ConfigError);
    expect(read).not.toThrow(/hunter2/);
  });
});
