import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { createFrameReader, encodeMasked, opcodes } from './frames.ts';

/** The signed-in socket of one user. */
export interface Line {
  send(frame: Buffer): void;
  /** Sets the listener for messages. */
  listen(onMessage: OnMessage): void;
  hangUp(): void;
}

/** A `new_message` frame: the position of its payload in bytes that are only valid during the call. */
export type OnMessage = (bytes: Buffer, start: number, end: number) => void;

interface Options {
  url: string;
  cookie: string;
  /** The server reported an error or closed the connection. */
  onTrouble(why: string): void;
}

/** Opens a socket without a library, which would cost more than the measured servers. */
export function openLine({ url, cookie, onTrouble }: Options): Promise<Line> {
  const { promise, resolve, reject } = Promise.withResolvers<Line>();
  let onMessage: OnMessage = () => {};
  let closing = false;
  const trouble = (why: string) => {
    if (closing) return;
    reject(new Error(why));
    onTrouble(why);
  };
  const read = createFrameReader((opcode, bytes, start, end) => {
    if (opcode === opcodes.text && isMessage(bytes, start)) onMessage(bytes, start, end);
    else takeOther(opcode, bytes.subarray(start, end));
  });
  const waitForHandshake = createHandshakeReader(trouble, () => {
    take = read;
    socket.write(encodeMasked('{"type":"auth","data":{}}'));
  });
  let take = waitForHandshake;
  const socket = connect(url, cookie, (chunk) => take(chunk), trouble);

  function takeOther(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.ping) socket.write(encodeMasked(payload, opcodes.pong));
    if (opcode === opcodes.close) trouble(`closed: ${payload.subarray(2)}`);
    if (opcode !== opcodes.text) return;
    const text = payload.toString();
    if (text.startsWith('{"type":"ready"')) resolve(line);
    if (text.startsWith('{"type":"error"')) trouble(text);
  }

  const line: Line = {
    send: (frame) => void socket.write(frame),
    listen: (next) => {
      onMessage = next;
    },
    hangUp: () => {
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
  trouble: (why: string) => void,
): net.Socket {
  const { host, hostname, port } = new URL(url);
  const callback = (length: number) => {
    onChunk(shared.subarray(0, length));
    return true;
  };
  const onread = { buffer: shared, callback };
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true, onread });
  socket.on('connect', () => socket.write(handshake(host, cookie)));
  socket.on('error', (error) => trouble(error.message));
  socket.on('close', () => trouble('the connection ended'));
  return socket;
}

/** Waits for the response to the handshake. Servers send nothing before `auth`, so nothing follows it. */
function createHandshakeReader(trouble: (why: string) => void, opened: () => void) {
  let answer = '';
  return (chunk: Buffer): void => {
    answer += chunk.toString('latin1');
    if (!answer.endsWith('\r\n\r\n')) return;
    if (answer.startsWith('HTTP/1.1 101 ')) opened();
    else trouble(answer.slice(0, answer.indexOf('\r\n')));
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
