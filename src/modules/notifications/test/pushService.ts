import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedPush {
  headers: http.IncomingHttpHeaders;
  path: string;
  body: Buffer;
}

export interface PushService {
  url: string;
  received: ReceivedPush[];
  /** The status of its replies. */
  status: number;
  close(): Promise<void>;
}

/** A local push service that records what it receives. */
export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const { headers, url: path = '' } = request;
      received.push({ headers, path, body: Buffer.concat(parts) });
      response.writeHead(service.status, { location: 'http://127.0.0.1:1/' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const service: PushService = {
    url: `http://127.0.0.1:${port}`,
    received,
    status: 201,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return service;
}

/** A browser's side of a subscription. */
export interface Receiver {
  keys: { p256dh: string; auth: string };
  decrypt(body: Buffer): string;
}

export function createReceiver(): Receiver {
  const own = createECDH('prime256v1');
  own.generateKeys();
  return receiverOf(own, randomBytes(16));
}

export function receiverOf(own: ECDH, auth: Buffer): Receiver {
  const publicKey = own.getPublicKey();
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body) {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const sealed = body.subarray(21 + sender.length);
      const derive = (secret: Buffer, seed: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, seed, info, length));
      const about = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = derive(own.computeSecret(sender), auth, about, 32);
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      const end = padded.lastIndexOf(2);
      return padded.subarray(0, end).toString();
    },
  };
}
