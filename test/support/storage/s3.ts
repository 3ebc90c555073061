import { createHash, randomUUID } from 'node:crypto';
import { wrongSignature } from './s3Signature.ts';
import { partOf, type Reply, type StorageRequest, type StorageServer, serve } from './serve.ts';

interface Upload {
  name: string;
  begunAt: Date;
  parts: Map<number, Buffer>;
}

export interface S3Server extends StorageServer {
  objects: Map<string, Buffer>;
  uploads: Map<string, Upload>;
  /** The minimum for all parts but the last. */
  minPartBytes: number;
  /** Whether the bucket keeps what is replaced or deleted. */
  isVersioned: boolean;
  /** By id, in a bucket that keeps them; null: a marker that the object was deleted. */
  versions: Map<string, { name: string; bytes: Buffer | null }>;
  /** For `readConfig`. */
  env: Record<string, string>;
}

const keys = { accessKeyId: 'AKTEST', secretAccessKey: 'a secret/of+tests', region: 'us-test-1' };
const bucket = 'forecourt-files';
/** Small, so that a list needs several pages. */
const pageSize = 3;

const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const error = (status: number, code: string): Reply => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>It is ${code}</Message></Error>`,
});
const xml = (body: string): Reply => ({ status: 200, body: `<?xml version="1.0"?>\n${body}` });

/** A fake of S3 as far as Forecourt uses it; checks every signature. */
export async function startS3(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const uploads: S3Server['uploads'] = new Map();
  const versions: S3Server['versions'] = new Map();

  function store(name: string, bytes: Buffer | null): Record<string, string> {
    if (bytes) objects.set(name, bytes);
    else objects.delete(name);
    if (!server.isVersioned) return {};
    const id = randomUUID();
    versions.set(id, { name, bytes });
    return { 'x-amz-version-id': id, ...(!bytes && { 'x-amz-delete-marker': 'true' }) };
  }

  function handle(request: StorageRequest): Reply {
    const wrong = wrongSignature(request, keys);
    if (wrong) return error(403, wrong);
    const [, name, ...rest] = request.path.split('/').map(decodeURIComponent);
    if (name !== bucket) return error(404, 'NoSuchBucket');
    const object = rest.join('/');
    if (!object && request.query.has('versions')) return listVersions(request);
    if (!object) return request.query.has('uploads') ? listUploads(request) : listObjects(request);
    if (request.query.has('uploads')) return startUpload(object);
    if (request.query.has('uploadId')) return continueUpload(request, object);
    return handleObject(request, object);
  }

  function handleObject({ method, query, headers, body }: StorageRequest, name: string): Reply {
    const found = objects.get(name);
    if (method === 'PUT') {
      return { status: 200, headers: { ...store(name, body), etag: tagOf(body) } };
    }
    const versionId = query.get('versionId');
    if (method === 'DELETE' && versionId !== null) {
      versions.delete(versionId);
      return { status: 204, headers: { 'x-amz-version-id': versionId } };
    }
    if (method === 'DELETE') return { status: 204, headers: store(name, null) };
    if (!found) return error(404, 'NoSuchKey');
    if (method === 'HEAD') return { status: 200, headers: { 'content-length': found.length } };
    return partOf(found, headers.range);
  }

  function startUpload(name: string): Reply {
    const id = `${randomUUID()}+/=&`;
    uploads.set(id, { name, begunAt: new Date(), parts: new Map() });
    const escapedId = id.replace('&', '&amp;');
    return xml(`<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${name}</Key>
      <UploadId>${escapedId}</UploadId></InitiateMultipartUploadResult>`);
  }

  function continueUpload({ method, query, body }: StorageRequest, name: string): Reply {
    const id = query.get('uploadId') ?? '';
    const upload = uploads.get(id);
    if (upload?.name !== name) return error(404, 'NoSuchUpload');
    if (method === 'DELETE') {
      uploads.delete(id);
      return { status: 204 };
    }
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      return { status: 200, headers: { etag: tagOf(body) } };
    }
    const listedParts = [...String(body).matchAll(/<PartNumber>(\d+)<.*?<ETag>(.*?)<\/ETag>/g)];
    const parts = listedParts.map(([, number, tag = '']) => {
      const bytes = upload.parts.get(Number(number));
      return bytes && tagOf(bytes) === tag.replaceAll('&#34;', '"') ? bytes : null;
    });
    if (parts.length === 0 || parts.includes(null)) return error(400, 'InvalidPart');
    const complete = parts as Buffer[];
    if (complete.slice(0, -1).some(({ length }) => length < server.minPartBytes)) {
      return error(400, 'EntityTooSmall');
    }
    store(name, Buffer.concat(complete));
    uploads.delete(id);
    return xml('<CompleteMultipartUploadResult><Key/></CompleteMultipartUploadResult>');
  }

  function listObjects({ query }: StorageRequest): Reply {
    if (query.get('list-type') !== '2') return error(501, 'NotImplemented');
    const after = query.get('continuation-token') ?? '';
    const size = Math.min(pageSize, Number(query.get('max-keys') ?? pageSize));
    const names = [...objects.keys()].filter(
      (name) => name.startsWith(query.get('prefix') ?? '') && name > after,
    );
    const page = names.sort().slice(0, size);
    const next = names.length > size ? page.at(-1) : undefined;
    const contents = page.map(
      (name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)?.length}</Size></Contents>`,
    );
    return xml(`<ListBucketResult>${contents.join('')}<IsTruncated>${Boolean(next)}</IsTruncated>
      ${next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}</ListBucketResult>`);
  }

  function listVersions({ query }: StorageRequest): Reply {
    const after = query.get('version-id-marker');
    const all = [...versions].filter(([, { name }]) => name.startsWith(query.get('prefix') ?? ''));
    const page = all.slice(all.findIndex(([id]) => id === after) + 1).slice(0, pageSize);
    const last = page.at(-1);
    const items = page.map(([id, { name, bytes }]) => {
      const element = bytes ? 'Version' : 'DeleteMarker';
      return `<${element}><Key>${name}</Key><VersionId>${id}</VersionId></${element}>`;
    });
    const isMore = last !== undefined && last !== all.at(-1);
    const next = `<NextKeyMarker>${last?.[1].name}</NextKeyMarker>
      <NextVersionIdMarker>${last?.[0]}</NextVersionIdMarker>`;
    return xml(`<ListVersionsResult>${isMore ? next : ''}<IsTruncated>${isMore}</IsTruncated>
      ${items.join('')}</ListVersionsResult>`);
  }

  function listUploads({ query }: StorageRequest): Reply {
    const place = `${query.get('key-marker') ?? ''} ${query.get('upload-id-marker') ?? ''}`;
    const all = [...uploads]
      .map(([id, upload]) => ({ id, ...upload }))
      .filter(({ name }) => name.startsWith(query.get('prefix') ?? ''))
      .sort((a, b) => `${a.name} ${a.id}`.localeCompare(`${b.name} ${b.id}`))
      .filter(({ name, id }) => `${name} ${id}`.localeCompare(place) > 0);
    const page = all.slice(0, pageSize);
    const last = page.at(-1);
    const items = page.map(
      ({ id, name, begunAt }) => `<Upload><Key>${name}</Key>
        <UploadId>${id.replace('&', '&amp;')}</UploadId>
        <Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    );
    const isMore = all.length > page.length && last;
    const next = `<NextKeyMarker>${last?.name}</NextKeyMarker>
      <NextUploadIdMarker>${last?.id.replace('&', '&amp;')}</NextUploadIdMarker>`;
    return xml(`<ListMultipartUploadsResult>${isMore ? next : ''}
      <IsTruncated>${Boolean(isMore)}</IsTruncated>${items.join('')}</ListMultipartUploadsResult>`);
  }

  const storage = await serve(handle);
  const query = new URLSearchParams({ endpoint: storage.url, region: keys.region });
  const env = {
    STORAGE_URL: `s3://${bucket}?${query}`,
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
  const server: S3Server = Object.assign(storage, {
    objects,
    uploads,
    versions,
    isVersioned: false,
    minPartBytes: 5 * 1024 * 1024,
    env,
  });
  return server;
}
