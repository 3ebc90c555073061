import { type Line, openLine } from './line.ts';

export interface Crew {
  lines: Line[];
  /** Rejects when the server reports an error or closes a connection. */
  trouble: Promise<never>;
  hangUp(): void;
}

const atOnce = 50;

/** Opens a socket for each session. */
export async function openCrew(url: string, cookies: string[]): Promise<Crew> {
  const { promise: trouble, reject } = Promise.withResolvers<never>();
  trouble.catch(() => {}); // No one may be awaiting it yet.
  const onTrouble = (why: string) => reject(new Error(`The server failed: ${why}`));
  const lines: Line[] = [];
  for (let at = 0; at < cookies.length; at += atOnce) {
    const some = cookies.slice(at, at + atOnce);
    lines.push(...(await Promise.all(some.map((cookie) => openLine({ url, cookie, onTrouble })))));
  }
  return {
    lines,
    trouble,
    hangUp() {
      for (const line of lines) line.hangUp();
    },
  };
}
