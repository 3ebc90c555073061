import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ConfigError, readConfig } from '../../config/config.ts';
import { createLog } from '../../log/log.ts';
import { startDatabase } from '../start.ts';

const log = createLog('silent');
const folder = path.join(import.meta.dirname, 'tls');
const authority = path.join(folder, 'authority.pem');

/** A TLS proxy in front of the test PostgreSQL, with a certificate of a private authority. */
function openServer(speaksTls: boolean): Promise<net.Server> {
  const cert = fs.readFileSync(path.join(folder, 'localhost.pem'));
  const key = fs.readFileSync(path.join(folder, 'localhost.key'));
  const server = net.createServer((socket) => {
    const pass = (from: net.Socket, first?: Buffer) => {
      const postgres = net.connect(path.join(inject('socketDir'), '.s.PGSQL.5432'));
      if (first) postgres.write(first);
      from.pipe(postgres).pipe(from);
      for (const each of [from, postgres]) each.on('error', () => {});
      from.on('close', () => postgres.destroy());
    };
    socket.on('error', () => {});
    socket.once('data', (first) => {
      if (first.length !== 8) return pass(socket, first);
      socket.write(speaksTls ? 'S' : 'N');
      if (!speaksTls) return socket.once('data', (next) => pass(socket, next));
      const secure = new tls.TLSSocket(socket, { isServer: true, cert, key });
      secure.on('error', () => {});
      encrypted.count += 1;
      pass(secure);
    });
  });
  return new Promise((resolve) => server.listen(0, () => resolve(server)));
}

const encrypted = { count: 0 };
let withTls: net.Server;
let without: net.Server;
beforeAll(async () => {
  withTls = await openServer(true);
  without = await openServer(false);
});
afterAll(() => {
  withTls.close();
  without.close();
});

/** `encrypted`, `plain`, or the error message. */
async function connect(server: net.Server, parameters: string, host = 'localhost') {
  const { port } = server.address() as AddressInfo;
  const DATABASE_URL = `postgres://forecourt@${host}:${port}/postgres?${parameters}`;
  const before = encrypted.count;
  try {
    const env = { DATABASE_URL, TEST_ALLOW_UNSAFE_DATABASE: '1' };
    const database = await startDatabase(readConfig(env), log);
    await database.close();
    return encrypted.count > before ? 'encrypted' : 'plain';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('sslmode has the same meaning as for PostgreSQL’s own programs', () => {
  const refused = /^The database cannot be reached: [^\n]*certificate[^\n]* \(DATABASE_URL\)$/;
  test.each<[string, string, string | RegExp]>([
    ['', 'encrypted', 'plain'],
    ['sslmode=disable', 'plain', 'plain'],
    ['sslmode=allow', 'encrypted', 'plain'],
    ['sslmode=prefer', 'encrypted', 'plain'],
    ['sslmode=require', 'encrypted', /does not support SSL[^\n]* \(DATABASE_URL\)$/],
    ['sslmode=no-verify', 'encrypted', /does not support SSL/],
  ])('%s: the authority is not checked', async (parameters, there, nowhere) => {
    expect(await connect(withTls, parameters)).toBe(there);
    expect(await connect(without, parameters)).toEqual(
      nowhere instanceof RegExp ? expect.stringMatching(nowhere) : nowhere,
    );
  });

  test.each(['verify-ca', 'verify-full'])('%s rejects an unknown authority', async (mode) => {
    expect(await connect(withTls, `sslmode=${mode}`)).toMatch(refused);
    expect(await connect(without, `sslmode=${mode}`)).toMatch(/does not support SSL/);
  });

  const root = `sslrootcert=${encodeURIComponent(authority)}`;
  test.each(['verify-ca', 'verify-full', 'require'])(
    '%s accepts the authority of sslrootcert',
    async (mode) => expect(await connect(withTls, `sslmode=${mode}&${root}`)).toBe('encrypted'),
  );

  test('only verify-full checks the name, also of an address', async () => {
    for (const mode of ['require', 'verify-ca']) {
      expect(await connect(withTls, `sslmode=${mode}&${root}`, '127.0.0.1'), mode).toBe(
        'encrypted',
      );
    }
    expect(await connect(withTls, `sslmode=verify-full&${root}`, '127.0.0.1')).toMatch(
      /^The database cannot be reached: [^\n]*127\.0\.0\.1[^\n]*$/,
    );
  });
});

test('the driver prints no warning', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  await connect(withTls, 'sslmode=require');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  expect(warnings.filter(({ message }) => message.includes('SSL'))).toEqual([]);
});

test('a wrong URL is reported in one line that names the variable', async () => {
  const read = () => readConfig({ DATABASE_URL: 'postgres://db.example/f?sslmode=always' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/^DATABASE_URL is wrong: sslmode must be one of [^\n]*verify-full$/);
  expect(await connect(withTls, 'sslmode=verify-full&sslrootcert=/nowhere.pem')).toBe(
    'DATABASE_URL is wrong: sslrootcert /nowhere.pem cannot be read (ENOENT).',
  );
});
