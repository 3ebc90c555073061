import tls from 'node:tls';
import type { SystemInformation } from '../contract/information.ts';

type Certificate = NonNullable<SystemInformation['certificate']>;

const timeoutMs = 3_000;
const soonMs = 21 * 24 * 60 * 60 * 1_000;

/** The certificate of the public URL; null if it is not HTTPS. */
export async function readCertificate(publicUrl: string): Promise<Certificate | null> {
  const { protocol, hostname: host, port } = new URL(publicUrl);
  if (protocol !== 'https:') return null;
  return new Promise((resolve) => {
    // Validity is what is being checked, so an invalid certificate must not end the connection first.
    const socket = tls.connect({
      host,
      port: Number(port || 443),
      servername: host,
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    const finish = (state: Certificate['state'], validUntil: string | null = null) => {
      socket.destroy();
      resolve({ state, host, validUntil });
    };
    socket.once('error', () => finish('not reachable'));
    socket.once('timeout', () => finish('not reachable'));
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      if (Number.isNaN(until.getTime())) return finish('not valid');
      const isSoon = until.getTime() - Date.now() < soonMs;
      const state = socket.authorized ? (isSoon ? 'ends soon' : 'valid') : 'not valid';
      finish(state, until.toISOString());
    });
  });
}
