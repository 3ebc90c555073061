import fs from 'node:fs/promises';
import net from 'node:net';
import tls from 'node:tls';

/** A connection URL with `sslmode` resolved into driver options. */
export interface ResolvedAddress {
  connectionString: string;
  ssl: false | tls.ConnectionOptions;
}

/** As PostgreSQL's own programs define them; `no-verify` is what the driver calls `require`. */
const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const ours = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat'];
const probeMs = 5_000;

/** What is wrong with the TLS parameters of a URL; undefined if nothing is. */
export function wrongTls(address: string): string | undefined {
  const { mode } = modeOf(new URL(address));
  return modes.includes(mode)
    ? undefined
    : `sslmode must be one of ${modes.slice(0, 6).join(', ')}`;
}

/**
 * Gives `sslmode` and its files their libpq meaning, which the driver does not: `require` encrypts without
 * verifying the server, unless `sslrootcert` names an authority; `prefer`, the default, encrypts if the server can.
 * Without `sslrootcert` the authorities are those of Node.js. Throws one line that names DATABASE_URL if a file
 * cannot be read.
 */
export async function resolveAddress(address: string): Promise<ResolvedAddress> {
  const url = new URL(address);
  const { mode, rootCert } = modeOf(url);
  const { searchParams } = url;
  const [cert, key, ca] = await Promise.all([
    readFile('sslcert', searchParams.get('sslcert')),
    readFile('sslkey', searchParams.get('sslkey')),
    rootCert === 'system' ? undefined : readFile('sslrootcert', rootCert),
  ]);
  const host = searchParams.get('host') || decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  const port = Number(searchParams.get('port') || url.port || 5432);
  for (const name of ours) searchParams.delete(name);
  const connectionString = url.href;
  const isSocket = host === '' || host.startsWith('/');
  if (isSocket || mode === 'disable') return { connectionString, ssl: false };
  if (['allow', 'prefer'].includes(mode) && !(await offersTls(host, port))) {
    return { connectionString, ssl: false };
  }
  const verify =
    mode === 'verify-full'
      ? 'full'
      : mode === 'verify-ca' || (mode === 'require' && rootCert)
        ? 'ca'
        : 'no';
  return {
    connectionString,
    ssl: {
      ...(cert && { cert }),
      ...(key && { key }),
      ...(ca && { ca }),
      rejectUnauthorized: verify !== 'no',
      // Left to itself, the driver checks a certificate against the wrong name if the host is an address.
      checkServerIdentity: (_name, certificate) =>
        verify === 'full' ? tls.checkServerIdentity(host, certificate) : undefined,
    },
  };
}

function modeOf({ searchParams }: URL): { mode: string; rootCert: string | null } {
  // The driver's own parameter, from before it supported sslmode.
  const plain = searchParams.get('ssl');
  const old = plain && (['1', 'true'].includes(plain) ? 'verify-full' : 'disable');
  const mode = searchParams.get('sslmode') || old || process.env.PGSSLMODE || 'prefer';
  const rootCert = searchParams.get('sslrootcert') || process.env.PGSSLROOTCERT || null;
  return { mode, rootCert };
}

async function readFile(parameter: string, file: string | null): Promise<Buffer | undefined> {
  if (!file) return undefined;
  return fs.readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`DATABASE_URL is wrong: ${parameter} ${file} cannot be read (${error.code}).`);
  });
}

// The request code by which a client asks whether the server supports TLS; the reply is S or N.
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** A server that does not respond is reported again by the connection itself, with the reason. */
function offersTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port }, () => socket.write(sslRequest));
    const decide = (offers: boolean) => {
      socket.destroy();
      resolve(offers);
    };
    socket.setTimeout(probeMs, () => decide(false));
    socket.once('data', (answer) => decide(answer[0] === 'S'.charCodeAt(0)));
    socket.once('error', () => decide(false));
    socket.once('end', () => decide(false));
  });
}
