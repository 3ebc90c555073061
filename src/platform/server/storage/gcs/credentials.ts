import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import fs from 'node:fs/promises';
import * as z from 'zod/mini';
import type { GcsSettings } from '../../config/gcs.ts';
import { textOf } from '../remote/body.ts';
import { type Call, createCalls, type Limits } from '../remote/calls.ts';
import { grantedToken, parseReply } from './replies.ts';

/** Permission to read and write objects, but not to change access. */
const scope = 'https://www.googleapis.com/auth/devstorage.read_write';
/** A token is renewed early, because the call it authorizes takes time, too. */
const earlyMs = 5 * 60 * 1_000;
const assertionSeconds = 60 * 60;

export interface Credentials {
  token(): Promise<string>;
  /** The project's name; null if unknown. */
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

/** Throws a message for the operator if the file is not a service account key. */
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
    // The parse error may quote the file.
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

/** Requests one token for all waiting callers, and a new one before it expires. */
function remembered(ask: () => Promise<string>): () => Promise<string> {
  let token = '';
  let until = 0;
  let asking: Promise<string> | null = null;
  return async () => {
    if (Date.now() < until) return token;
    asking ??= ask()
      .then((text) => {
        const reply = parseReply(grantedToken, text);
        token = reply.access_token;
        until = Date.now() + reply.expires_in * 1_000 - earlyMs;
        return token;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };
}
