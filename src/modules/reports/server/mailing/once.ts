import type { Ask } from '../asking/ask.ts';
import { scopeKey } from '../asking/describe.ts';

/** Asks one question at one moment for many people: once for all who are told the same. */
export function onceForAll(ask: Ask): Ask {
  const told = new Map<string, Awaited<ReturnType<Ask>>>();
  return async (platform, sight, id, question, circumstances) => {
    const key = scopeKey(sight, [id]);
    const known = told.get(key) ?? (await ask(platform, sight, id, question, circumstances));
    told.set(key, known);
    return known;
  };
}
