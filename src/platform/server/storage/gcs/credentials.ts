import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import fs from 'node:fs/promises';
import * as z from 'zod/mini';
import { textOf } from '../remote/body.ts';
import { type Call, createCalls, type Limits } from '../remote/calls.ts';
import { grantedToken, parseReply } from './replies.ts';
import type { GcsSettings } from './settings.ts';

/** To read and write objects; not to change who may. */
const scope = 'https://www.googleapis.com/auth/devstorage.read_write';
/** A token is renewed before it ends: the call it signs takes time too. */
const earlyMs = 5 * 60 * 1_000;
const assertionSeconds = 60 * 60;

export interface Credentials {
  token(): Promise<string>;
  /** The project's name; null where nobody says. */
  project(): Promise<string | null>;
}

const accountFile = z.object({
  type: z.literal('service_account'),
  client_email: z.string(),
  private_key: z.string(),
  private_key_id: z.optional(z.string()),
  project_id: z.optional(z.string()),
  token_uri: z._default(z.url(), 'https://oauth2.googleapis.com/token'),
});
type Account = z.output<typeof accountFile>;

/** Throws a sentence for whoever starts the server where the file is no service account's key. */
export async function createCredentials(
  { keyFile, metadataHost }: GcsSettings,
  limits: Limits,
): Promise<Credentials> {
  const send = createCalls(async (call) => call, limits);
  const ask = async (call: Call) => textOf(await send(call), limits.stallMs);
  if (keyFile) {
    const { account, key } = await readAccount(keyFile);
    return {
      token: remembered(() => ask(exchange(account, key))),
      project: async () => account.project_id ?? null,
    };
  }
  const metadata = (path: string): Call => ({
    method: 'GET',
    url: `http://${metadataHost}/computeMetadata/v1/${path}`,
    headers: { 'metadata-flavor': 'Google' },
  });
  return {
    token: remembered(() => ask(metadata('instance/service-accounts/default/token'))),
    project: () => ask(metadata('project/project-id')),
  };
}

async function readAccount(file: string): Promise<{ account: Account; key: KeyObject }> {
  try {
    const account = z.parse(accountFile, JSON.parse(await fs.readFile(file, 'utf8')));
    return { account, key: createPrivateKey(account.private_key) };
  } catch {
    // What is wrong with it may quote it.
    throw new Error(
      'GOOGLE_APPLICATION_CREDENTIALS is wrong: it must name the JSON key file of a service account',
    );
  }
}

/** The account's own signature for a token (RFC 7523). */
function exchange(account: Account, key: KeyObject): Call {
  const { client_email: issuer, private_key_id: kid, token_uri: url } = account;
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: issuer, scope, aud: url, iat: now, exp: now + assertionSeconds };
  const signed = [{ alg: 'RS256', typ: 'JWT', ...(kid && { kid }) }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(signed), key).toString('base64url');
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${signed}.${signature}`,
  });
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(form.toString()),
  };
}

/** Asks once for all who wait, and again before the token ends. */
function remembered(ask: () => Promise<string>): () => Promise<string> {
  let token = '';
  let until = 0;
  let asking: Promise<string> | null = null;
  return async () => {
    if (Date.now() < until) return token;
    asking ??= ask()
      .then((text) => {
        const told = parseReply(grantedToken, text);
        token = told.access_token;
        until = Date.now() + told.expires_in * 1_000 - earlyMs;
        return token;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };
}
