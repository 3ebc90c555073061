import type { GcsSettings } from '../../config/gcs.ts';
import type { Address, Engine } from '../engine.ts';
import { keyOf, objectName, prefixOf } from '../remote/address.ts';
import { textOf } from '../remote/body.ts';
import { type Call, createCalls, type Limits, usualLimits } from '../remote/calls.ts';
import { openObject } from '../remote/open.ts';
import type { StorageFacts } from '../storage.ts';
import { createCredentials } from './credentials.ts';
import { objectFacts, objectPage, parseReply } from './replies.ts';
import { type Bucket, putObject } from './upload.ts';

/** A Google Cloud Storage bucket, through its JSON API. */
export async function createGcsEngine(
  settings: GcsSettings,
  limits: Limits = usualLimits,
): Promise<Engine> {
  const { endpoint, bucket: name } = settings;
  const credentials = await createCredentials(settings, limits);
  const send = createCalls(async (call) => {
    const authorization = `Bearer ${await credentials.token()}`;
    return { ...call, headers: { ...call.headers, authorization } };
  }, limits);
  const url = `${endpoint}/storage/v1/b/${name}/o`;
  const bucket: Bucket = {
    url,
    uploadUrl: `${endpoint}/upload/storage/v1/b/${name}/o`,
    send,
    sendUnsigned: createCalls(async (call) => call, limits),
    limits,
  };
  const urlOf = (address: Address) => `${url}/${encodeURIComponent(objectName(address))}`;
  const facts: StorageFacts = {
    kind: 'gcs',
    bucket: name,
    place: new URL(endpoint).host,
    project: null,
  };
  const ask = async (call: Call) => {
    const answer = await send(call);
    return { answer, text: await textOf(answer, limits.stallMs) };
  };
  const askText = async (call: Call) => (await ask(call)).text;
  return {
    put: (address, stream, { sizeBytes }) =>
      putObject(bucket, objectName(address), stream, sizeBytes),
    open: (address, range) =>
      openObject(send, { url: `${urlOf(address)}?alt=media`, range, stallMs: limits.stallMs }),
    async stat(address) {
      const call: Call = { method: 'GET', url: `${urlOf(address)}?fields=size`, accept: [404] };
      const { answer, text } = await ask(call);
      if (!answer.response.ok) return null;
      return { sizeBytes: parseReply(objectFacts, text).size };
    },
    async delete(address) {
      await ask({ method: 'DELETE', url: urlOf(address), accept: [404] });
      // A bucket with versions keeps it as an earlier one, and does not say so.
      const name = objectName(address);
      const query = new URLSearchParams({ versions: 'true', prefix: name, fields: listFields });
      for await (const { items } of pages(url, query, askText)) {
        for (const version of items.filter((one) => one.name === name)) {
          const versionUrl = `${urlOf(address)}?generation=${version.generation}`;
          await ask({ method: 'DELETE', url: versionUrl, accept: [404] });
        }
      }
    },
    async *list(folder) {
      const query = new URLSearchParams({ prefix: prefixOf(folder), fields: listFields });
      for await (const { items } of pages(url, query, askText)) {
        for (const { name, size } of items) {
          const key = keyOf(folder, name);
          if (key) yield { key, sizeBytes: size };
        }
      }
    },
    async check() {
      await ask({ method: 'GET', url: `${url}?maxResults=1&fields=items(name)` });
      return { ...facts, project: await credentials.project() };
    },
    describe: () => facts,
    // Incomplete uploads are invisible, free of charge, and expire by themselves.
    sweep: async () => {},
  };
}

const listFields = 'items(name,size,generation),nextPageToken';

/** The pages of a list of objects. */
async function* pages(url: string, query: URLSearchParams, ask: (call: Call) => Promise<string>) {
  for (;;) {
    const page = parseReply(objectPage, await ask({ method: 'GET', url: `${url}?${query}` }));
    yield page;
    if (!page.nextPageToken) return;
    query.set('pageToken', page.nextPageToken);
  }
}
