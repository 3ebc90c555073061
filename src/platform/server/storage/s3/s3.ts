import { bucketUrl, type S3Settings } from '../../config/s3.ts';
import type { Engine } from '../engine.ts';
import { silent } from '../failures.ts';
import { keyOf, objectName, prefixOf } from '../remote/address.ts';
import { textOf as bodyOf } from '../remote/body.ts';
import { createCalls, type Limits, usualLimits } from '../remote/calls.ts';
import { openObject } from '../remote/open.ts';
import { type Folder, folders, type StorageFacts, type Stored } from '../storage.ts';
import { ask, type Bucket, putObject, sweepUploads } from './multipart.ts';
import { createSigning } from './signing.ts';
import { deleteVersions } from './versions.ts';
import { elementsOf, textOf } from './xml.ts';

/**
 * A bucket of any S3-compatible storage. A signer and seven calls, each with a timeout, instead of Amazon's client:
 * that is 22 MB, which everyone would install and few would use.
 */
export function createS3Engine(settings: S3Settings, limits: Limits = usualLimits): Engine {
  const url = bucketUrl(settings);
  const bucket: Bucket = { url, send: createCalls(createSigning(settings), limits), limits };
  const { host } = new URL(url);
  const facts: StorageFacts = { kind: 's3', bucket: settings.bucket, place: host, project: host };
  const urlOf = (address: Parameters<Engine['stat']>[0]) => `${url}/${objectName(address)}`;
  return {
    put: (address, stream, { sizeBytes }) =>
      putObject(bucket, objectName(address), stream, sizeBytes),
    open: (address, range) =>
      openObject(bucket.send, { url: urlOf(address), range, stallMs: limits.stallMs }),
    async stat(address) {
      const { response } = await bucket.send({
        method: 'HEAD',
        url: urlOf(address),
        accept: [404],
      });
      if (!response.ok) return null;
      const sizeBytes = Number(response.headers.get('content-length') ?? Number.NaN);
      if (Number.isNaN(sizeBytes)) throw silent('no content length');
      return { sizeBytes };
    },
    async delete(address) {
      const reply = await bucket.send({ method: 'DELETE', url: urlOf(address), accept: [404] });
      await bodyOf(reply, limits.stallMs);
      // A bucket with versions has only hidden the file.
      const isHidden = reply.response.headers.has('x-amz-version-id');
      if (isHidden) await deleteVersions(bucket, objectName(address));
    },
    list: (folder) => list(bucket, folder),
    async check() {
      await ask(bucket, { method: 'GET', url: `${url}?list-type=2&max-keys=1` });
      return facts;
    },
    describe: () => facts,
    async sweep() {
      for (const folder of folders) await sweepUploads(bucket, prefixOf(folder));
    },
  };
}

async function* list(bucket: Bucket, folder: Folder): AsyncGenerator<Stored> {
  const query = new URLSearchParams({ 'list-type': '2', prefix: prefixOf(folder) });
  for (;;) {
    const page = await ask(bucket, { method: 'GET', url: `${bucket.url}?${query}` });
    for (const element of elementsOf(page, 'Contents')) {
      const key = keyOf(folder, textOf(element, 'Key') ?? '');
      if (key) yield { key, sizeBytes: Number(textOf(element, 'Size')) };
    }
    const next = textOf(page, 'NextContinuationToken');
    if (!next) return;
    query.set('continuation-token', next);
  }
}
