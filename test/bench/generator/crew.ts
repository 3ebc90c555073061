import { type Line, openLine } from './line.ts';

export interface Crew {
  lines: Line[];
  /** Rejects when the server refuses something or hangs up on somebody. */
  trouble: Promise<never>;
  hangUp(): void;
}

const atOnce = 50;

/** Brings so many people onto the line, one socket each. */
export async function openCrew(url: string, cookies: string[]): Promise<Crew> {
  const { promise: trouble, reject } = Promise.withResolvers<never>();
  trouble.catch(() => {}); // Nobody may be waiting for it yet.
  const onTrouble = (why: string) => reject(new Error(`The server did not play along: ${why}`));
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
