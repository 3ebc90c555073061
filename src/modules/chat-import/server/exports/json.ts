/** Reading untrusted JSON defensively. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Text the database can store: no null characters, well-formed Unicode. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : '';

export const numberOf = (value: unknown): number => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
};

/** A single line with at most this many characters. */
export const lineOf = (value: unknown, atMost: number): string =>
  textOf(value)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, atMost)
    .toWellFormed()
    .trim();

export const idOf = (value: unknown): string => lineOf(value, 200);

/** The first non-empty one. */
export const firstOf = (...texts: readonly string[]): string =>
  texts.find((text) => text !== '') ?? '';

const oldestMs = Date.UTC(1990, 0, 1);

/** Whether this is a plausible message time, in milliseconds since 1970. */
export const isTime = (ms: number): boolean =>
  Number.isFinite(ms) && ms >= oldestMs && ms <= Date.now() + 86_400_000;
