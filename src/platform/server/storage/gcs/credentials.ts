import { createPrivateKey } from 'node:crypto';
import fs from 'node:fs/promises';
import type { Compute, gaxios, JWT } from 'google-auth-library';
import * as z from 'zod/mini';
import type { GcsSettings } from '../../config/gcs.ts';
import { StorageError, silent } from '../failures.ts';
import { textOf } from '../remote/body.ts';
import { type Call, createCalls, type Limits } from '../remote/calls.ts';
import { parseReply } from './replies.ts';

/** Permission to read and write objects, but not to change access. */
const scope = 'https://www.googleapis.com/auth/devstorage.read_write';

export interface Credentials {
  /** One request for all waiting callers; renewed five minutes before it expires. */
  token(): Promise<string>;
  /** The project's name; null if unknown. */
  project(): Promise<string | null>;
}

// Google also accepts key files that name a program to run or an address to ask: never from here.
const accountFile = z.object({
  type: z.literal('service_account'),
  client_email: z.string(),
  private_key: z.string(),
  project_id: z.optional(z.string()),
  token_uri: z._default(z.url(), 'https://oauth2.googleapis.com/token'),
});
type Account = z.output<typeof accountFile>;

const machineToken = z.object({ access_token: z.string(), expires_in: z.number() });

/** Throws a message for the operator if the file is not a service account key. */
export async function createCredentials(
  { keyFile, metadataHost }: GcsSettings,
  limits: Limits,
): Promise<Credentials> {
  // With it the library prints the tokens it gets: its loggers read it when they are loaded.
  delete process.env.GOOGLE_SDK_NODE_LOGGING;
  const library = await import('google-auth-library');
  if (keyFile) {
    const account = await readAccount(keyFile);
    const { client_email: email, private_key: key, token_uri: tokenUrl } = account;
    const client = new library.JWT({
      email,
      key,
      scopes: [scope],
      // On its own the library asks Google's endpoint, whatever the file says.
      additionalClaims: { aud: tokenUrl },
      transporterOptions: transport(tokenUrl, limits),
    });
    return { token: () => tokenOf(client), project: async () => account.project_id ?? null };
  }
  const read = createMetadataReader(metadataHost, limits);
  /** On its own it asks the metadata server with the transport of the whole process. */
  class MachineAccount extends library.Compute {
    protected override async refreshTokenNoCache() {
      const query = new URLSearchParams({ scopes: scope });
      const text = await read(`instance/service-accounts/default/token?${query}`);
      const { access_token, expires_in } = parseReply(machineToken, text);
      return { tokens: { access_token, expiry_date: Date.now() + expires_in * 1000 }, res: null };
    }
  }
  const client = new MachineAccount();
  return { token: () => tokenOf(client), project: () => read('project/project-id') };
}

/** Reads one value of the metadata server, which exists only on a machine of Google's cloud. */
function createMetadataReader(host: string, limits: Limits): (path: string) => Promise<string> {
  const send = createCalls(async (call) => call, limits);
  return async (path) => {
    const answer = await send({
      method: 'GET',
      url: `http://${host}/computeMetadata/v1/${path}`,
      headers: { 'metadata-flavor': 'Google' },
    });
    const text = await textOf(answer, limits.stallMs);
    // Something else at this address doesn't send it.
    if (answer.response.headers.get('metadata-flavor') !== 'Google')
      throw silent('an unexpected response');
    return text;
  };
}

async function readAccount(file: string): Promise<Account> {
  try {
    const account = z.parse(accountFile, JSON.parse(await fs.readFile(file, 'utf8')));
    createPrivateKey(account.private_key);
    return account;
  } catch {
    // The parse error may quote the file.
    throw new Error(
      'GOOGLE_APPLICATION_CREDENTIALS is wrong: it must name the JSON key file of a service account',
    );
  }
}

/** The library's requests as our calls: with their time limits, their repeats and no others, and their failures. */
function transport(tokenUrl: string, limits: Limits): gaxios.GaxiosOptions {
  const send = createCalls(async (call) => call, limits);
  return {
    retryConfig: { retry: 0 },
    async fetchImplementation(_, options) {
      const request = new Request(tokenUrl, options);
      const { url, method, headers } = request;
      const answer = await send({
        url,
        method: method as Call['method'],
        headers: Object.fromEntries(headers),
        ...(request.body && { body: new Uint8Array(await request.arrayBuffer()) }),
      });
      const text = await textOf(answer, limits.stallMs);
      return new Response(text, { headers: answer.response.headers });
    },
  };
}

async function tokenOf(client: JWT | Compute): Promise<string> {
  const { token } = await withoutRequest(client.getAccessToken());
  if (!token) throw silent('an unexpected response');
  return token;
}

/** The library's errors carry its request, with the account's signature: ours replace them. */
async function withoutRequest<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    const { cause } = error as Error;
    const ours = [error, cause].find((failure) => failure instanceof StorageError);
    throw ours ?? silent('an unexpected response');
  }
}
