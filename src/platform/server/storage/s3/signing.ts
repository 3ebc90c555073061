import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Settings } from '../../config/s3.ts';
import type { Sign } from '../remote/calls.ts';

/** Signs calls (AWS Signature Version 4), including their bodies: changed requests are rejected. */
export function createSigning(settings: S3Settings): Sign {
  const { accessKeyId, secretAccessKey, sessionToken, region } = settings;
  // Cache of the signing keys derived from the secret for each day.
  const cache = new Map<string, ArrayBuffer>();
  return async (call) => {
    const digest = createHash('sha256')
      .update(call.body ?? '')
      .digest('hex');
    const signer = new AwsV4Signer({
      method: call.method,
      url: call.url,
      headers: { ...call.headers, 'x-amz-content-sha256': digest },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken && { sessionToken }),
      service: 's3',
      region,
      cache,
    });
    const { url, headers } = await signer.sign();
    return { ...call, url: url.href, headers: Object.fromEntries(headers) };
  };
}
