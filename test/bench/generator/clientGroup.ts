import { type BenchSocket, openBenchSocket } from './benchSocket.ts';

export interface ClientGroup {
  sockets: BenchSocket[];
  /** Rejects when the server reports an error or closes a connection. */
  failure: Promise<never>;
  close(): void;
}

const atOnce = 50;

/** Opens a socket for each session. */
export async function openClientGroup(url: string, cookies: string[]): Promise<ClientGroup> {
  const { promise: failure, reject } = Promise.withResolvers<never>();
  failure.catch(() => {}); // No one may be awaiting it yet.
  const onFailure = (why: string) => reject(new Error(`The server failed: ${why}`));
  const sockets: BenchSocket[] = [];
  for (let at = 0; at < cookies.length; at += atOnce) {
    const some = cookies.slice(at, at + atOnce);
    sockets.push(
      ...(await Promise.all(some.map((cookie) => openBenchSocket({ url, cookie, onFailure })))),
    );
  }
  return {
    sockets,
    failure,
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}
