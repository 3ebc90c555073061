import type { AnyEndpoint } from '../../contract/endpoint.ts';

interface Serialized {
  endpoint: AnyEndpoint;
  json: string;
}

const marked = new WeakMap<object, Serialized | undefined>();

/**
 * Marks a reply that handlers return again, the same object each time: it is validated and serialized once. It must not
 * change any more.
 */
export function returnedAgain<T extends object>(reply: T): T {
  if (!marked.has(reply)) marked.set(reply, undefined);
  return reply;
}

/** The JSON of a marked reply, made by `serialize` when it is first sent. Undefined if the reply is not marked. */
export function jsonOf(
  endpoint: AnyEndpoint,
  reply: unknown,
  serialize: () => string,
): string | undefined {
  if (typeof reply !== 'object' || reply === null || !marked.has(reply)) return undefined;
  const known = marked.get(reply);
  if (known?.endpoint === endpoint) return known.json;
  const json = serialize();
  marked.set(reply, { endpoint, json });
  return json;
}
