import type { Config } from './config.ts';
import { exposedBy, isLoopback, isWildcard } from './exposure.ts';

/** Unsafe settings that do not prevent the start: one line each, starting with the variable's name. */
export function warningsOf(config: Config): string[] {
  return [...transportWarnings(config), ...accountWarnings(config), ...serviceWarnings(config)];
}

function* transportWarnings(config: Config): Iterable<string> {
  const { production, publicUrl, host, trustedProxies } = config;
  const https = publicUrl?.startsWith('https:') ?? false;
  const local = publicUrl !== undefined && isLoopback(new URL(publicUrl).hostname);
  if (publicUrl && !https && !local) {
    yield `PUBLIC_URL is ${publicUrl}: without https, passwords and session cookies can be read on the network.`;
  } else if (production && !https) {
    yield 'PUBLIC_URL is not an https address: session cookies are not marked Secure, and links in emails may not work.';
  } else if (!publicUrl && exposedBy(config)) {
    yield 'PUBLIC_URL is not set: links in emails only work on this machine, and other host names are refused.';
  }
  if (https && !local && trustedProxies.length === 0) {
    yield 'TRUSTED_PROXIES is not set although https needs a proxy in front: sign-in limits count everyone behind it as one.';
  }
  if (trustedProxies.some(isWholeInternet)) {
    yield 'TRUSTED_PROXIES covers a large part of the internet: anyone in it can claim any address.';
  }
  if (https && isWildcard(host)) {
    yield `HOST is ${host}: people can bypass the https proxy and connect without encryption.`;
  }
}

function* accountWarnings(config: Config): Iterable<string> {
  const { production, registration, allowDemoAccountsOnNetwork } = config;
  const exposed = exposedBy(config);
  if (allowDemoAccountsOnNetwork && (exposed || production)) {
    yield 'ALLOW_DEMO_ACCOUNTS_ON_NETWORK is set: anyone who reaches this server can sign in as administrator with the published demo password.';
  }
  if (registration === 'open' && (exposed || production)) {
    yield 'REGISTRATION is open: anyone who reaches this server gets an account without approval.';
  }
}

function* serviceWarnings(config: Config): Iterable<string> {
  const { production, dataKeys, smtpUrl, mailFrom, redisUrl, databaseUrl, storage } = config;
  if (production && dataKeys.length === 0) {
    yield 'DATA_KEY is not set: the encryption key is stored under DATA_DIR, next to the data it protects.';
  } else if (redisUrl && dataKeys.length === 0) {
    yield 'DATA_KEY is not set: several instances need the same key to read what the others encrypted.';
  }
  if (production && !smtpUrl) {
    yield 'SMTP_URL is not set: emails, password links included, are only written to files under DATA_DIR/outbox.';
  }
  if (smtpUrl && /@localhost>?$/.test(mailFrom)) {
    yield 'MAIL_FROM is not set: mail servers reject emails from forecourt@localhost.';
  }
  if (redisUrl?.startsWith('redis:') && isRemote(redisUrl)) {
    yield 'REDIS_URL begins with redis: (not rediss:): session changes and messages cross the network unencrypted.';
  }
  if (databaseUrl && isRemote(databaseUrl) && !isEncrypted(databaseUrl)) {
    yield 'DATABASE_URL does not require TLS: add sslmode=verify-full (or require) for a database on another machine.';
  }
  if (
    storage.kind !== 'disk' &&
    storage.endpoint?.startsWith('http:') &&
    isRemote(storage.endpoint)
  ) {
    yield 'STORAGE_URL names an endpoint without https: files and keys cross the network unencrypted.';
  }
  const tests = [
    config.allowUnsafeDatabase && 'TEST_ALLOW_UNSAFE_DATABASE',
    config.databaseTimeoutMs && 'TEST_DATABASE_TIMEOUT_MS',
    config.allowLocalPush && 'TEST_ALLOW_LOCAL_PUSH',
    config.allowLocalFetch && 'TEST_ALLOW_LOCAL_FETCH',
  ].filter(Boolean);
  if (tests.length > 0) yield `${tests.join(' and ')}: for tests only, disables a protection.`;
}

/** A socket path has no host, and a host parameter that begins with a slash is a socket path, too. */
function isRemote(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  const host = searchParams.get('host') || decodeURIComponent(hostname);
  return host !== '' && !host.startsWith('/') && !isLoopback(host);
}

const isEncrypted = (address: string): boolean =>
  ['require', 'verify-ca', 'verify-full'].includes(
    new URL(address).searchParams.get('sslmode') ?? '',
  );

function isWholeInternet(network: string): boolean {
  const [address = '', prefix] = network.split('/');
  return prefix !== undefined && Number(prefix) < (address.includes(':') ? 16 : 8);
}
