import type { LookupAddress } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AppError, invalid } from '../errors.ts';
import { type FetchRules, openInternet } from './rules.ts';

interface Limits {
  maxBytes: number;
  /** For everything: names, redirects, every byte. */
  timeoutMs: number;
}

/**
 * Fetches a user-supplied URL. Throws `invalid` with a message for the user if it is not allowed or not available.
 * The caller determines the type from the bytes.
 */
export type GuardedFetch = (address: string, limits: Limits) => Promise<Buffer>;

const maxRedirects = 3;

/**
 * Lets the server fetch for users without giving them access to what only the server can reach: each step is
 * checked by the resolved address, and the connection goes to that very address, so that a name cannot resolve
 * differently the second time. No credentials are sent.
 */
export function createGuardedFetch(rules: FetchRules = openInternet): GuardedFetch {
  return async (address, limits) => {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    try {
      return await follow(address, rules, limits, signal);
    } catch (error) {
      throw toAppError(error, signal, limits);
    }
  };
}

async function follow(
  address: string,
  rules: FetchRules,
  { maxBytes }: Limits,
  signal: AbortSignal,
): Promise<Buffer> {
  let url = readAddress(address, rules);
  for (let step = 0; step <= maxRedirects; step += 1) {
    const response = await ask(url, await resolveAllowed(url, rules, signal), signal);
    try {
      const next = redirectOf(response);
      if (next === undefined) return await read(response, maxBytes);
      url = readAddress(next, rules, url);
    } finally {
      response.destroy();
    }
  }
  throw invalid('This address redirects too many times.');
}

function readAddress(address: string, { allowsPort }: FetchRules, base?: URL): URL {
  if (!URL.canParse(address, base)) throw invalid('This is not a web address.');
  const url = new URL(address, base);
  const { protocol, username, password, port } = url;
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw invalid('Only addresses that begin with https:// or http:// are supported.');
  }
  if (username || password) throw invalid('The address must not contain a username or password.');
  if (!allowsPort(Number(port) || (protocol === 'https:' ? 443 : 80))) {
    throw invalid('Only the standard web ports, 80 and 443, are supported.');
  }
  return url;
}

async function resolveAllowed(
  { hostname }: URL,
  { resolve, allowsAddress }: FetchRules,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family
    ? [{ address: host, family }]
    : await Promise.race([resolve(host), failWith(signal)]);
  // One private address is enough to refuse: which one is used would be random.
  if (addresses.length === 0 || addresses.some(({ address }) => !allowsAddress(address))) {
    throw invalid('This address is not on the public internet.');
  }
  return addresses;
}

function failWith(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function ask(
  url: URL,
  addresses: readonly LookupAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_host, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const request = client.get(url, {
      lookup,
      signal,
      // A reused connection might lead to an unchecked address.
      agent: false,
      headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Forecourt' },
    });
    request.on('error', reject);
    request.on('response', resolve);
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) return headers.location;
  if (statusCode !== 200) throw invalid(`The server responded with status ${statusCode}.`);
  return undefined;
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { 'content-length': announced, 'content-encoding': encoding } = response.headers;
  if (Number(announced) > maxBytes) throw tooMuch(maxBytes);
  // We requested no compression; compressed data may expand to any size.
  if (encoding && encoding !== 'identity') throw invalid('The server sent a compressed file.');
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > maxBytes) throw tooMuch(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooMuch = (maxBytes: number) =>
  invalid(`The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);

function toAppError(error: unknown, { aborted }: AbortSignal, { timeoutMs }: Limits): AppError {
  if (error instanceof AppError) return error;
  const seconds = Math.round(timeoutMs / 1000);
  if (aborted) return invalid(`The server took longer than ${seconds} seconds.`);
  return invalid('The server could not be reached.');
}
