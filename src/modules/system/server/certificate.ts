import tls from 'node:tls';
import type { SystemInformation } from '../contract/information.ts';

type Certificate = NonNullable<SystemInformation['certificate']>;

const timeoutMs = 3_000;
const soonMs = 21 * 24 * 60 * 60 * 1_000;

/** What the address people use shows them; null where it is not encrypted at all. */
export async function readCertificate(publicUrl: string): Promise<Certificate | null> {
  const { protocol, hostname: host, port } = new URL(publicUrl);
  if (protocol !== 'https:') return null;
  return new Promise((resolve) => {
    // Whether it can be trusted is what is asked, so nothing is refused before it was looked at.
    const socket = tls.connect({
      host,
      port: Number(port || 443),
      servername: host,
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    const answer = (state: Certificate['state'], validUntil: string | null = null) => {
      socket.destroy();
      resolve({ state, host, validUntil });
    };
    socket.once('error', () => answer('not reachable'));
    socket.once('timeout', () => answer('not reachable'));
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      if (Number.isNaN(until.getTime())) return answer('not valid');
      const isSoon = until.getTime() - Date.now() < soonMs;
      const state = socket.authorized ? (isSoon ? 'ends soon' : 'valid') : 'not valid';
      answer(state, until.toISOString());
    });
  });
}
