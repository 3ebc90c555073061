import { WebSocket } from 'ws';

export interface Frame {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any frame
  data: any;
}

export interface TestSocket {
  /** Everything received, in order. */
  frames: Frame[];
  send(type: string, data?: unknown): void;
  sendText(text: string | Uint8Array): void;
  /** The next frame of that type not yet taken; fails after a minute. */
  next(type: string, timeoutMs?: number): Promise<Frame['data']>;
  closed: Promise<{ code: number; reason: string }>;
  close(): void;
  terminate(): void;
}

interface Options {
  path?: string;
  auth?: boolean;
  headers?: Record<string, string>;
}

export async function openSocket(
  url: string,
  cookie: string | undefined,
  { path = '/ws', auth = true, headers = {} }: Options = {},
): Promise<TestSocket> {
  const ws = new WebSocket(url.replace('http', 'ws') + path, {
    headers: { ...(cookie && { cookie }), ...headers },
  });
  const frames: Frame[] = [];
  const unread: Frame[] = [];
  let wake = () => {};
  ws.on('message', (data) => {
    const frame = JSON.parse(data.toString());
    frames.push(frame);
    unread.push(frame);
    wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  await new Promise<void>((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('error', reject);
  });
  const socket: TestSocket = {
    frames,
    send: (type, data = {}) => ws.send(JSON.stringify({ type, data })),
    sendText: (text) => ws.send(text),
    async next(type, timeoutMs = 60_000) {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const index = unread.findIndex((frame) => frame.type === type);
        if (index >= 0) return unread.splice(index, 1)[0]?.data;
        const left = deadline - performance.now();
        if (left <= 0) throw new Error(`No ${type} within ${timeoutMs} ms`);
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, left);
        });
      }
    },
    closed,
    close: () => ws.close(),
    terminate: () => ws.terminate(),
  };
  if (auth) socket.send('auth');
  if (auth || path === '/') await socket.next('ready');
  return socket;
}
