import path from 'node:path';
import type { GcsSettings } from './gcs.ts';
import type { S3Settings } from './s3.ts';

export type StorageConfig = DiskSettings | S3Settings | GcsSettings;

interface DiskSettings {
  kind: 'disk';
  directory: string;
}

type Environment = Record<string, string | undefined>;

/**
 * The storage location, or what is wrong with it. Secrets come from the variables each client uses by convention.
 */
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
  // Bounded: written by the operator.
  const endpoint = url.searchParams.get('endpoint')?.replace(/\/+$/, '');
  const wrong = wrongWith(url, endpoint);
  if (wrong) return { wrong };
  return url.protocol === 's3:' ? s3Of(url, endpoint, env) : gcsOf(url, endpoint, env);
}

function wrongWith(url: URL, endpoint: string | undefined): string | undefined {
  if (url.username || url.password)
    return 'must not contain keys: they have variables of their own';
  if (!/^[\w.-]{3,222}$/.test(url.hostname)) return 'must name a bucket after the slashes';
  if (url.port || !['', '/'].includes(url.pathname))
    return 'must name a bucket and nothing inside it';
  const known = url.protocol === 's3:' ? ['endpoint', 'region'] : ['endpoint'];
  const other = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (other || url.hash) return `may only have ${known.join(' and ')} after the question mark`;
  const isAddress = endpoint === undefined || /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(endpoint);
  return isAddress ? undefined : 'must have an https endpoint';
}

function s3Of({ hostname, searchParams }: URL, endpoint: string | undefined, env: Environment) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    return { wrong: 's3: also needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY' };
  }
  const region = searchParams.get('region') ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION;
  // Other providers rarely have regions, and accept this one.
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
