import { createHash, randomUUID } from 'node:crypto';
import { wrongSignature } from './s3Signature.ts';
import { type Asked, partOf, type Reply, type Served, serve } from './serve.ts';

interface Upload {
  name: string;
  begunAt: Date;
  parts: Map<number, Buffer>;
}

export interface S3Server extends Served {
  objects: Map<string, Buffer>;
  uploads: Map<string, Upload>;
  /** Of all parts but the last. */
  minPartBytes: number;
  /** For `readConfig`. */
  env: Record<string, string>;
}

const keys = { accessKeyId: 'AKTEST', secretAccessKey: 'a secret/of+tests', region: 'us-test-1' };
const bucket = 'forecourt-files';
/** Small, so that listing needs more than one. */
const pageSize = 3;

const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const error = (status: number, code: string): Reply => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>It is ${code}</Message></Error>`,
});
const xml = (body: string): Reply => ({ status: 200, body: `<?xml version="1.0"?>\n${body}` });

/** A storage that speaks S3 as Forecourt uses it, and checks every signature. */
export async function startS3(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const uploads: S3Server['uploads'] = new Map();

  function answer(asked: Asked): Reply {
    const wrong = wrongSignature(asked, keys);
    if (wrong) return error(403, wrong);
    const [, name, ...rest] = asked.path.split('/').map(decodeURIComponent);
    if (name !== bucket) return error(404, 'NoSuchBucket');
    const object = rest.join('/');
    if (!object) return asked.query.has('uploads') ? listUploads(asked) : listObjects(asked);
    if (asked.query.has('uploads')) return begin(object);
    if (asked.query.has('uploadId')) return proceed(asked, object);
    return handle(asked, object);
  }

  function handle({ method, headers, body }: Asked, name: string): Reply {
    const found = objects.get(name);
    if (method === 'PUT') {
      objects.set(name, body);
      return { status: 200, headers: { etag: tagOf(body) } };
    }
    if (method === 'DELETE') {
      objects.delete(name);
      return { status: 204 };
    }
    if (!found) return error(404, 'NoSuchKey');
    if (method === 'HEAD') return { status: 200, headers: { 'content-length': found.length } };
    return partOf(found, headers.range);
  }

  function begin(name: string): Reply {
    const id = `${randomUUID()}+/=&`;
    uploads.set(id, { name, begunAt: new Date(), parts: new Map() });
    const told = id.replace('&', '&amp;');
    return xml(`<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${name}</Key>
      <UploadId>${told}</UploadId></InitiateMultipartUploadResult>`);
  }

  function proceed({ method, query, body }: Asked, name: string): Reply {
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
    const wanted = [...String(body).matchAll(/<PartNumber>(\d+)<.*?<ETag>(.*?)<\/ETag>/g)];
    const parts = wanted.map(([, number, tag = '']) => {
      const bytes = upload.parts.get(Number(number));
      return bytes && tagOf(bytes) === tag.replaceAll('&#34;', '"') ? bytes : null;
    });
    if (parts.length === 0 || parts.includes(null)) return error(400, 'InvalidPart');
    const whole = parts as Buffer[];
    if (whole.slice(0, -1).some(({ length }) => length < server.minPartBytes)) {
      return error(400, 'EntityTooSmall');
    }
    objects.set(name, Buffer.concat(whole));
    uploads.delete(id);
    return xml('<CompleteMultipartUploadResult><Key/></CompleteMultipartUploadResult>');
  }

  function listObjects({ query }: Asked): Reply {
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

  function listUploads({ query }: Asked): Reply {
    const place = `${query.get('key-marker') ?? ''} ${query.get('upload-id-marker') ?? ''}`;
    const all = [...uploads]
      .map(([id, upload]) => ({ id, ...upload }))
      .filter(({ name }) => name.startsWith(query.get('prefix') ?? ''))
      .sort((a, b) => `${a.name} ${a.id}`.localeCompare(`${b.name} ${b.id}`))
      .filter(({ name, id }) => `${name} ${id}`.localeCompare(place) > 0);
    const page = all.slice(0, pageSize);
    const last = page.at(-1);
    const told = page.map(
      ({ id, name, begunAt }) => `<Upload><Key>${name}</Key>
        <UploadId>${id.replace('&', '&amp;')}</UploadId>
        <Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    );
    const isMore = all.length > page.length && last;
    const next = `<NextKeyMarker>${last?.name}</NextKeyMarker>
      <NextUploadIdMarker>${last?.id.replace('&', '&amp;')}</NextUploadIdMarker>`;
    return xml(`<ListMultipartUploadsResult>${isMore ? next : ''}
      <IsTruncated>${Boolean(isMore)}</IsTruncated>${told.join('')}</ListMultipartUploadsResult>`);
  }

  const served = await serve(answer);
  const query = new URLSearchParams({ endpoint: served.url, region: keys.region });
  const env = {
    STORAGE_URL: `s3://${bucket}?${query}`,
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
  const server: S3Server = Object.assign(served, {
    objects,
    uploads,
    minPartBytes: 5 * 1024 * 1024,
    env,
  });
  return server;
}
