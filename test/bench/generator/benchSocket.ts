import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { statusesChanged } from '../../../src/modules/presence/contract.ts';
import { createFrameReader, encodeMasked, opcodes } from './frames.ts';

/** As our own client does. */
const auth = JSON.stringify({ type: 'auth', data: { accepts: [statusesChanged.type] } });

/** The signed-in socket of one user. */
export interface BenchSocket {
  send(frame: Buffer): void;
  /** Sets the listener for messages. */
  listen(onMessage: OnMessage): void;
  close(): void;
}

/** A `new_message` frame: the position of its payload in bytes that are only valid during the call. */
export type OnMessage = (bytes: Buffer, start: number, end: number) => void;

interface Options {
  url: string;
  cookie: string;
  /** Called for each text frame with its size. */
  onFrame?: ((bytes: number) => void) | undefined;
  /** The server reported an error or closed the connection. */
  onFailure(why: string): void;
}

/** Opens a socket without a library, which would cost more than the measured servers. */
export function openBenchSocket({
  url,
  cookie,
  onFrame,
  onFailure,
}: Options): Promise<BenchSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<BenchSocket>();
  let onMessage: OnMessage = () => {};
  let closing = false;
  const fail = (why: string) => {
    if (closing) return;
    reject(new Error(why));
    onFailure(why);
  };
  const read = createFrameReader((opcode, bytes, start, end) => {
    if (opcode === opcodes.text) onFrame?.(end - start);
    if (opcode === opcodes.text && isMessage(bytes, start)) onMessage(bytes, start, end);
    else handleOther(opcode, bytes.subarray(start, end));
  });
  const waitForHandshake = createHandshakeReader(fail, () => {
    onChunk = read;
    socket.write(encodeMasked(auth));
  });
  let onChunk = waitForHandshake;
  const socket = connect(url, cookie, (chunk) => onChunk(chunk), fail);

  function handleOther(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.ping) socket.write(encodeMasked(payload, opcodes.pong));
    if (opcode === opcodes.close) fail(`closed: ${payload.subarray(2)}`);
    if (opcode !== opcodes.text) return;
    const text = payload.toString();
    if (text.startsWith('{"type":"ready"')) resolve(client);
    if (text.startsWith('{"type":"error"')) fail(text);
  }

  const client: BenchSocket = {
    send: (frame) => void socket.write(frame),
    listen: (next) => {
      onMessage = next;
    },
    close: () => {
      closing = true;
      socket.end(encodeMasked(Buffer.from([0x03, 0xe8]), opcodes.close));
    },
  };
  return promise;
}

// All sockets read into the same memory, because each read is processed before the next one.
const shared = Buffer.allocUnsafe(256 * 1024);

function connect(
  url: string,
  cookie: string,
  onChunk: (chunk: Buffer) => void,
  fail: (why: string) => void,
): net.Socket {
  const { host, hostname, port } = new URL(url);
  const callback = (length: number) => {
    onChunk(shared.subarray(0, length));
    return true;
  };
  const onread = { buffer: shared, callback };
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true, onread });
  socket.on('connect', () => socket.write(handshake(host, cookie)));
  socket.on('error', (error) => fail(error.message));
  socket.on('close', () => fail('the connection ended'));
  return socket;
}

/** Waits for the response to the handshake. Servers send nothing before `auth`, so nothing follows it. */
function createHandshakeReader(fail: (why: string) => void, opened: () => void) {
  let response = '';
  return (chunk: Buffer): void => {
    response += chunk.toString('latin1');
    if (!response.endsWith('\r\n\r\n')) return;
    if (response.startsWith('HTTP/1.1 101 ')) opened();
    else fail(response.slice(0, response.indexOf('\r\n')));
  };
}

const handshake = (host: string, cookie: string) =>
  [
    'GET /ws HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    `Cookie: ${cookie}`,
    '\r\n',
  ].join('\r\n');

const message = Buffer.from('{"type":"new_message"');

function isMessage(bytes: Buffer, start: number): boolean {
  for (let at = 0; at < message.length; at++) {
    if (bytes[start + at] !== message[at]) return false;
  }
  return true;
}
