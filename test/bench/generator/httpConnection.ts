import net from 'node:net';

/** A keep-alive connection without a library, which would cost more than the server. */
export interface HttpConnection {
  /** Resolves with the status of the response, and with its text unless it is 201. */
  send(request: Buffer): Promise<{ status: number; text: string }>;
  close(): void;
}

export async function openConnection(url: string): Promise<HttpConnection> {
  const { hostname: host, port } = new URL(url);
  let onResponse: ((response: { status: number; text: string }) => void) | undefined;
  let onError: ((error: Error) => void) | undefined;
  let text = '';
  const socket = net.connect({ host, port: Number(port), noDelay: true });
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    const status = readStatus(text);
    if (status === undefined) return;
    onResponse?.({ status, text: status === 201 ? '' : text });
    text = '';
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', (error) => onError?.(error));
  socket.on('close', () => onError?.(new Error('The server closed the connection')));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        onResponse = resolve;
        onError = reject;
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}

/** The status once the response is complete. */
function readStatus(text: string): number | undefined {
  const body = text.indexOf('\r\n\r\n') + 4;
  if (body < 4) return undefined;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, body))?.[1] ?? 0);
  return text.length >= body + length ? Number(text.slice(9, 12)) : undefined;
}

/** Complete requests, ready to be written. */
export const encodeGet = (url: string, path: string, cookie: string): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nCookie: ${cookie}\r\n\r\n`);

export function encodePost(path: string, host: string, cookie: string, body: string): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
