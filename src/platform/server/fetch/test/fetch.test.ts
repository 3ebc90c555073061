import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isPublicAddress } from '../addresses.ts';
import { createGuardedFetch } from '../fetch.ts';
import { type FetchRules, openInternet, withThisMachine } from '../rules.ts';

/** Simulates the public internet; 127.0.0.1 simulates the internal network. */
const outside = '127.0.0.2';
const servers: http.Server[] = [];
let seen: { url: string | undefined; headers: http.IncomingHttpHeaders }[] = [];

async function serve(listener: RequestListener, host = outside): Promise<string> {
  const server = http.createServer((request, response) => {
    seen.push({ url: request.url, headers: request.headers });
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}
const redirect =
  (to: string, status = 302): RequestListener =>
  (_, response) =>
    response.writeHead(status, { location: to }).end();

const resolve = vi.fn<FetchRules['resolve']>();
const rules: FetchRules = {
  allowsAddress: (address) => address === outside,
  allowsPort: () => true,
  resolve,
};
const limits = { maxBytes: 1024 * 1024, timeoutMs: 1_000 };
const get = (address: string, fetchRules = rules) =>
  createGuardedFetch(fetchRules)(address, limits);

beforeAll(() => {
  // A proxy on the test machine must not interfere.
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) {
    delete process.env[name];
  }
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  seen = [];
  resolve.mockReset().mockResolvedValue([{ address: outside, family: 4 }]);
});

describe('an allowed address', () => {
  test('is fetched completely, without credentials', async () => {
    const url = await serve((_, response) => response.end('a picture'));
    expect((await get(`${url}/a.png?x=1`)).toString()).toBe('a picture');
    expect(seen).toMatchObject([{ url: '/a.png?x=1' }]);
    expect(Object.keys(seen[0]?.headers ?? {}).sort()).toEqual(
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].sort(),
    );
  });

  test('is followed through three redirects, relative ones too', async () => {
    const url = await serve((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step < 3) redirect(`/${step + 1}`)(request, response);
      else response.end('there');
    });
    expect((await get(`${url}/0`)).toString()).toBe('there');
  });

  test('is connected at the address that was checked: the name is resolved once per step', async () => {
    const url = await serve((_, response) => response.end('outside'));
    const port = new URL(url).port;
    resolve.mockReset();
    resolve.mockResolvedValueOnce([{ address: outside, family: 4 }]);
    resolve.mockResolvedValue([{ address: '127.0.0.1', family: 4 }]);
    expect((await get(`http://rebinding.example:${port}/`)).toString()).toBe('outside');
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(seen[0]?.headers.host).toBe(`rebinding.example:${port}`);
  });
});

describe('an internal address', () => {
  const refusal = 'This address is not on the public internet.';

  test('is refused as an IP address, before anything is sent', async () => {
    const inside = await serve((_, response) => response.end('secret'), '127.0.0.1');
    await expect(get(inside)).rejects.toThrow(refusal);
    expect(seen).toEqual([]);
  });

  test('is refused behind a name, also as one of several addresses', async () => {
    resolve.mockResolvedValue([
      { address: outside, family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
    await expect(get('http://two.example/')).rejects.toThrow(refusal);
    resolve.mockResolvedValue([]);
    await expect(get('http://none.example/')).rejects.toThrow(refusal);
  });

  test.each([301, 302, 303, 307, 308])('is refused at the end of a %i', async (status) => {
    const inside = await serve((_, response) => response.end('secret'), '127.0.0.1');
    const url = await serve(redirect(inside, status));
    await expect(get(url)).rejects.toThrow(refusal);
    expect(seen).toHaveLength(1);
  });

  test('is refused if its name resolves to it only after a redirect', async () => {
    const url = await serve(redirect('/again'));
    resolve.mockReset();
    resolve.mockResolvedValueOnce([{ address: outside, family: 4 }]);
    resolve.mockResolvedValue([{ address: '169.254.169.254', family: 4 }]);
    await expect(get(`http://rebinding.example:${new URL(url).port}/`)).rejects.toThrow(refusal);
    expect(seen).toHaveLength(1);
  });

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://10.0.0.8/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://169.254.169.254/latest/meta-data/',
    'http://172.20.0.1/',
    'http://192.168.1.1/',
    'http://224.0.0.251/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://localhost/',
  ])('%s is internal', async (address) => {
    await expect(get(address, openInternet)).rejects.toThrow(refusal);
  });

  test('is not public', () => {
    expect(['142.250.72.10', '2607:f8b0:4005::2003'].map(isPublicAddress)).toEqual([true, true]);
  });
});

describe('an invalid URL', () => {
  test.each([
    ['not an address', 'This is not a web address.'],
    ['//example.com/x.png', 'This is not a web address.'],
    ['ftp://example.com/x.png', 'Only addresses that begin with https:// or http://'],
    ['file:///etc/passwd', 'Only addresses that begin with https:// or http://'],
    ['data:image/png;base64,AAAA', 'Only addresses that begin with https:// or http://'],
    ['http://name:word@example.com/', 'must not contain a username or password'],
    ['http://example.com:22/', 'Only the standard web ports'],
    ['https://example.com:8443/', 'Only the standard web ports'],
  ])('%s', async (address, sentence) => {
    await expect(get(address, openInternet)).rejects.toThrow(sentence);
  });

  test('also as the end of a redirect', async () => {
    const strict = { ...rules, allowsPort: (port: number) => port > 1023 };
    for (const to of ['file:///etc/passwd', 'gopher://x/', 'http://a:b@example.com/']) {
      await expect(get(await serve(redirect(to)), strict)).rejects.toThrow(/Only|must not/);
    }
    await expect(get(await serve(redirect(`http://${outside}:25/`)), strict)).rejects.toThrow(
      'Only the standard web ports',
    );
  });
});

describe('a misbehaving server', () => {
  test('redirects endlessly', async () => {
    const url = await serve(redirect('/again'));
    await expect(get(url)).rejects.toThrow('redirects too many times');
    expect(seen).toHaveLength(4);
  });

  test('returns an error', async () => {
    const url = await serve((_, response) => response.writeHead(404).end());
    await expect(get(url)).rejects.toThrow('The server responded with status 404.');
  });

  test('sends too much, announced or not', async () => {
    const announced = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 5 * 1024 * 1024 });
      response.write('x');
    });
    await expect(get(announced)).rejects.toThrow('The file is larger than 1 MB.');
    const endless = await serve((_, response) => {
      const more = () => response.destroyed || response.write(Buffer.alloc(65_536), more);
      more();
    });
    await expect(get(endless)).rejects.toThrow('The file is larger than 1 MB.');
  });

  test('sends compressed data', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('small'),
    );
    await expect(get(url)).rejects.toThrow('compressed');
  });

  test('never responds, responds byte by byte, or has a name that never resolves', async () => {
    const late = 'The server took longer than 1 seconds.';
    const silent = await serve(() => {});
    const dripping = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    });
    const unresolved = { ...rules, resolve: () => new Promise<never>(() => {}) };
    await Promise.all([
      expect(get(silent)).rejects.toThrow(late),
      expect(get(dripping)).rejects.toThrow(late),
      expect(get('http://slow.example/', unresolved)).rejects.toThrow(late),
    ]);
  });

  test('closes the connection in the middle of a response', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('x', () => response.destroy());
    });
    await expect(get(url)).rejects.toThrow('The server could not be reached.');
  });
});

test('in tests this machine is allowed, and its networks still are not', () => {
  expect(withThisMachine.allowsAddress('127.0.0.1')).toBe(true);
  expect(withThisMachine.allowsAddress('192.168.1.1')).toBe(false);
});
