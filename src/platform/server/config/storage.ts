import path from 'node:path';
import type { GcsSettings } from '../storage/gcs/settings.ts';
import type { S3Settings } from '../storage/s3/settings.ts';

export type StorageConfig = DiskSettings | S3Settings | GcsSettings;

interface DiskSettings {
  kind: 'disk';
  directory: string;
}

type Environment = Record<string, string | undefined>;

/** Where files are kept, or what is wrong with it. Secrets are taken from the variables each client knows. */
export function storageOf(
  value: string,
  env: Environment,
  usualDirectory: string,
): StorageConfig | { wrong: string } {
  if (value === 'file:') return { kind: 'disk', directory: usualDirectory };
  if (/^file:\/\/\/[^?#]/.test(value)) {
    return { kind: 'disk', directory: path.resolve(decodeURI(new URL(value).pathname)) };
  }
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol !== 's3:' && url?.protocol !== 'gs:') {
    return { wrong: 'must be file:, file:///a/folder, s3://bucket or gs://bucket' };
  }
  // Bounded: the operator wrote it.
  const endpoint = url.searchParams.get('endpoint')?.replace(/\/+$/, '');
  const wrong = wrongWith(url, endpoint);
  if (wrong) return { wrong };
  return url.protocol === 's3:' ? s3Of(url, endpoint, env) : gcsOf(url, endpoint, env);
}

function wrongWith(url: URL, endpoint: string | undefined): string | undefined {
  if (url.username || url.password) return 'must not hold keys: they have variables of their own';
  if (!/^[\w.-]{3,222}$/.test(url.hostname)) return 'must name a bucket after the slashes';
  if (url.port || !['', '/'].includes(url.pathname)) return 'must name a bucket and nothing in it';
  const known = url.protocol === 's3:' ? ['endpoint', 'region'] : ['endpoint'];
  const other = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (other || url.hash) return `may say only ${known.join(' and ')} after the question mark`;
  const isAddress = endpoint === undefined || /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(endpoint);
  return isAddress ? undefined : 'must name its endpoint by an address that begins with https:';
}

function s3Of({ hostname, searchParams }: URL, endpoint: string | undefined, env: Environment) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    return { wrong: 's3: needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY beside it' };
  }
  const region = searchParams.get('region') ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION;
  // Others than Amazon rarely have regions, and take this one for none.
  if (!region && !endpoint)
    return { wrong: 's3: needs a region, as in s3://bucket?region=us-west-2' };
  return {
    kind: 's3' as const,
    bucket: hostname,
    region: region ?? 'us-east-1',
    endpoint,
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN,
  };
}

function gcsOf({ hostname }: URL, endpoint: string | undefined, env: Environment): GcsSettings {
  return {
    kind: 'gcs',
    bucket: hostname,
    endpoint: endpoint ?? 'https://storage.googleapis.com',
    keyFile: env.GOOGLE_APPLICATION_CREDENTIALS,
    metadataHost: env.GCE_METADATA_HOST ?? 'metadata.google.internal',
  };
}
