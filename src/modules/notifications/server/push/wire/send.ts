import http from 'node:http';
import https from 'node:https';
import type { Platform } from '../../../../../platform/server/platform.ts';
import type { PushKeys } from '../keys.ts';
import { isPushAddress, lookupPublic } from './addresses.ts';
import { encryptPush, type Recipient } from './encrypt.ts';
import { vapidHeader, vapidSubject } from './vapid.ts';

export interface Device extends Recipient {
  endpoint: string;
}

export interface Push {
  /** A later push with the same tag replaces this one on the device. */
  tag: string;
  title: string;
  body: string;
  /** The path it opens. */
  url: string;
  urgent: boolean;
}

/** `gone`: the subscription no longer exists. `refused`: a retry would be refused too. */
export type Outcome = 'sent' | 'gone' | 'refused' | 'later';
export type SendPush = (device: Device, push: Push) => Promise<Outcome>;

const timeoutMs = 10_000;
/** After that it is outdated. */
const ttlSeconds = 4 * 60 * 60;

export function createSendPush(
  { config, log, background }: Platform,
  keysOf: () => Promise<PushKeys>,
): SendPush {
  const subject = vapidSubject(config.publicUrl, config.mailFrom);
  return async (device, push) => {
    // Subscriptions saved before only known services were allowed.
    if (!isPushAddress(device.endpoint) && !config.allowLocalPush) return 'gone';
    const url = new URL(device.endpoint);
    const headers = {
      authorization: vapidHeader(await keysOf(), url, subject),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttlSeconds),
      topic: push.tag,
      urgency: push.urgent ? 'high' : 'normal',
    };
    const { urgent: _, ...shown } = push;
    const body = encryptPush(JSON.stringify(shown), device);
    // A push that the end of the server interrupts is sent again later, like one that takes too long.
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), background.stopping]);
    try {
      const status = await post(url, { headers, body, signal }, config.allowLocalPush);
      const outcome = outcomeOf(status);
      // The endpoint is a secret of the device; only its host may be logged.
      if (outcome === 'refused')
        log.warn({ service: url.host, status }, 'Push service refused a push');
      return outcome;
    } catch (err) {
      log.debug({ err, service: url.host }, 'Failed to reach a push service');
      return 'later';
    }
  };
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/** Follows no redirects: their targets are not checked. */
function post(
  url: URL,
  { headers, body, signal }: { headers: Record<string, string>; body: Buffer; signal: AbortSignal },
  allowLocal: boolean,
): Promise<number> {
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const request = client.request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
      signal,
      ...(!allowLocal && { lookup: lookupPublic }),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      response.on('error', () => {}); // The body is not read.
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.end(body);
  });
}
