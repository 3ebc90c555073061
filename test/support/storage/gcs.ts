import { createHash, generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { partOf, type Reply, type StorageRequest, type StorageServer, serve } from './serve.ts';

interface Session {
  name: string;
  bytes: Buffer;
  isDone: boolean;
}

export interface GcsServer extends StorageServer {
  objects: Map<string, Buffer>;
  sessions: Map<string, Session>;
  /** Whether the bucket keeps what is replaced or deleted. */
  isVersioned: boolean;
  /** What it keeps, by generation; not what is there now. */
  versions: Map<string, { name: string; bytes: Buffer }>;
  /** The maximum number of bytes accepted from a chunk. */
  acceptedBytes: number;
  /** The number of issued tokens. */
  tokens: number;
  /** How long a token is valid. */
  tokenSeconds: number;
  env: Record<string, string>;
}

const bucket = 'forecourt-files';
const pageSize = 3;
const quantum = 256 * 1024;
const serviceAccount = 'forecourt@tests.iam.gserviceaccount.com';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const json = (value: unknown, status = 200): Reply => ({ status, body: JSON.stringify(value) });
const error = (status: number, reason: string) =>
  json({ error: { code: status, errors: [{ reason }] } }, status);

/**
 * A fake of Google's JSON API as far as Forecourt uses it: the exchange of a signed assertion
 * for a token, the machine's own account, single and resumable uploads.
 */
export async function startGcs(): Promise<GcsServer> {
  const objects: GcsServer['objects'] = new Map();
  const sessions: GcsServer['sessions'] = new Map();
  const versions: GcsServer['versions'] = new Map();
  /** Of the objects that are there. */
  const generations = new Map<string, string>();
  const known = new Set<string>();

  function grant(): Reply {
    const token = randomUUID();
    known.add(token);
    server.tokens += 1;
    return json({ access_token: token, expires_in: server.tokenSeconds, token_type: 'Bearer' });
  }

  function handle(request: StorageRequest): Reply {
    const { path: place, headers, query } = request;
    if (place === '/token')
      return isAssertion(request, server.url) ? grant() : error(400, 'invalid_grant');
    if (place.startsWith('/computeMetadata/v1/')) {
      if (headers['metadata-flavor'] !== 'Google') return error(403, 'forbidden');
      const reply = place.endsWith('/project-id')
        ? { status: 200, body: 'project-of-the-machine' }
        : grant();
      return { ...reply, headers: { 'metadata-flavor': 'Google' } };
    }
    const session = query.get('upload_id');
    if (session) return continueUpload(request, session);
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    if (!known.has(token)) return error(401, 'authError');
    if (place === `/upload/storage/v1/b/${bucket}/o`) return upload(request);
    const root = `/storage/v1/b/${bucket}/o`;
    if (place === root) return list(request);
    if (!place.startsWith(`${root}/`)) return error(404, 'notFound');
    return handleObject(request, decodeURIComponent(place.slice(root.length + 1)));
  }

  function remove(name: string): void {
    const bytes = objects.get(name);
    if (bytes && server.isVersioned) versions.set(generations.get(name) ?? '', { name, bytes });
    objects.delete(name);
  }

  function store(name: string, bytes: Buffer): Reply {
    remove(name);
    objects.set(name, bytes);
    generations.set(name, String(process.hrtime.bigint()));
    const md5Hash = createHash('md5').update(bytes).digest('base64');
    return json({ name, size: String(bytes.length), md5Hash });
  }

  function upload({ query, body }: StorageRequest): Reply {
    const name = query.get('name') ?? '';
    if (query.get('uploadType') === 'media') return store(name, body);
    if (query.get('uploadType') !== 'resumable') return error(400, 'invalid');
    const id = randomUUID();
    sessions.set(id, { name, bytes: Buffer.alloc(0), isDone: false });
    return { status: 200, headers: { location: `${server.url}/upload/session?upload_id=${id}` } };
  }

  function continueUpload({ method, headers, body }: StorageRequest, id: string): Reply {
    const session = sessions.get(id);
    if (!session) return error(404, 'notFound');
    if (method === 'DELETE') {
      sessions.delete(id);
      return { status: 499 };
    }
    const form = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
    const [, from = '', to = '', total = ''] = form ?? [];
    const [start, end] = [Number(from), Number(to) + 1];
    const isMisaligned = total === '*' && end % quantum !== 0;
    if (!form || isMisaligned || end - start !== body.length) return error(400, 'invalid');
    if (start > session.bytes.length) return error(503, 'backendError');
    const accepted = body.subarray(session.bytes.length - start).subarray(0, server.acceptedBytes);
    session.bytes = Buffer.concat([session.bytes, accepted]);
    if (session.bytes.length === Number(total)) {
      session.isDone = true;
      return store(session.name, session.bytes);
    }
    const last = session.bytes.length - 1;
    return { status: 308, headers: last < 0 ? {} : { range: `bytes=0-${last}` } };
  }

  function handleObject({ method, query, headers }: StorageRequest, name: string): Reply {
    const generation = query.get('generation');
    if (method === 'DELETE' && generation !== null) {
      return versions.delete(generation) ? { status: 204 } : error(404, 'notFound');
    }
    const found = objects.get(name);
    if (!found) return error(404, 'notFound');
    if (method === 'DELETE') {
      remove(name);
      return { status: 204 };
    }
    if (query.get('alt') === 'media') return partOf(found, headers.range);
    return json({ name, size: String(found.length) });
  }

  function list({ query }: StorageRequest): Reply {
    const all = [
      ...[...objects].map(([name, bytes]) => ({ name, bytes, of: generations.get(name) ?? '' })),
      ...[...(query.get('versions') === 'true' ? versions : [])].map(([of, one]) => ({
        ...one,
        of,
      })),
    ];
    const placeOf = ({ name, of }: { name: string; of: string }) => `${name} ${of}`;
    const found = all
      .filter((one) => one.name.startsWith(query.get('prefix') ?? ''))
      .filter((one) => placeOf(one) > (query.get('pageToken') ?? ''))
      .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    const page = found.slice(0, pageSize);
    const items = page.map(({ name, bytes, of }) => ({
      name,
      size: String(bytes.length),
      generation: of,
    }));
    const last = page.at(-1);
    const nextPageToken = last && found.length > page.length ? placeOf(last) : undefined;
    return json({ kind: 'storage#objects', ...(items.length > 0 && { items }), nextPageToken });
  }

  const storage = await serve(handle);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-gcs-'));
  const keyFile = path.join(folder, 'account.json');
  const account = {
    type: 'service_account',
    project_id: 'project-of-the-file',
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: serviceAccount,
    token_uri: `${storage.url}/token`,
  };
  fs.writeFileSync(keyFile, JSON.stringify(account));
  const env = {
    STORAGE_URL: `gs://${bucket}?endpoint=${encodeURIComponent(storage.url)}`,
    GOOGLE_APPLICATION_CREDENTIALS: keyFile,
  };
  const server: GcsServer = Object.assign(storage, {
    objects,
    sessions,
    versions,
    isVersioned: false,
    acceptedBytes: Number.POSITIVE_INFINITY,
    tokens: 0,
    tokenSeconds: 3600,
    env,
  });
  const { stop } = storage;
  server.stop = async () => {
    fs.rmSync(folder, { recursive: true, force: true });
    await stop();
  };
  return server;
}

/** Whether the request is a valid RFC 7523 assertion: signed by the account's key, for this server, current. */
function isAssertion({ method, body }: StorageRequest, url: string): boolean {
  const form = new URLSearchParams(body.toString());
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned || method !== 'POST') return false;
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { iss, aud, iat, exp, scope } = read(claims);
  const now = Date.now() / 1000;
  return (
    form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
    read(head).alg === 'RS256' &&
    iss === serviceAccount &&
    aud === `${url}/token` &&
    scope === 'https://www.googleapis.com/auth/devstorage.read_write' &&
    Math.abs(now - iat) < 60 &&
    exp - iat <= 3600
  );
}
