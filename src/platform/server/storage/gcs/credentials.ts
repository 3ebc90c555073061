import { createPrivateKey } from 'node:crypto';
import fs from 'node:fs/promises';
import { Compute, gaxios, gcpMetadata, JWT } from 'google-auth-library';
import * as z from 'zod/mini';
import type { GcsSettings } from '../../config/gcs.ts';
import { StorageError, silent } from '../failures.ts';
import { textOf } from '../remote/body.ts';
import { type Call, createCalls, type Limits } from '../remote/calls.ts';

/** Permission to read and write objects, but not to change access. */
const scopes = ['https://www.googleapis.com/auth/devstorage.read_write'];

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

/** Throws a message for the operator if the file is not a service account key. */
export async function createCredentials(
  { keyFile, metadataHost }: GcsSettings,
  limits: Limits,
): Promise<Credentials> {
  // With it the library prints the tokens it gets.
  delete process.env.GOOGLE_SDK_NODE_LOGGING;
  if (keyFile) {
    const account = await readAccount(keyFile);
    const { client_email: email, private_key: key, token_uri: tokenUrl } = account;
    const client = new JWT({
      email,
      key,
      scopes,
      // On its own the library asks Google's endpoint, whatever the file says.
      additionalClaims: { aud: tokenUrl },
      transporterOptions: transport(() => tokenUrl, limits),
    });
    return { token: () => tokenOf(client), project: async () => account.project_id ?? null };
  }
  // The metadata client takes no transport, but uses these defaults.
  gaxios.instance.defaults = transport(
    ({ pathname, search }) => `http://${metadataHost}${pathname}${search}`,
    limits,
  );
  const client = new Compute({ scopes });
  return {
    token: () => tokenOf(client),
    project: () => withoutRequest(gcpMetadata.project('project-id')),
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
function transport(urlOf: (url: URL) => string, limits: Limits): gaxios.GaxiosOptions {
  const send = createCalls(async (call) => call, limits);
  return {
    retryConfig: { retry: 0 },
    async fetchImplementation(asked, options) {
      const request = new Request(urlOf(new URL(String(asked))), options);
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
    const cause = error instanceof Error && error.cause;
    throw cause instanceof StorageError ? cause : silent('an unexpected response');
  }
}
