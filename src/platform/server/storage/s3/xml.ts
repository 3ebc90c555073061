/** The texts of all elements of this name, in order. For responses of known shape; never for a user's file. */
export function textsOf(xml: string, name: string): string[] {
  // Bounded: an answer of the storage.
  const pattern = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, text = '']) => plain(text));
}

export const textOf = (xml: string, name: string) => textsOf(xml, name)[0] ?? null;

/** The raw contents of the elements of this name. */
export function elementsOf(xml: string, name: string): string[] {
  // Bounded: an answer of the storage.
  const pattern = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, inside = '']) => inside);
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const plain = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (name) return entities[name] ?? entity;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });

export const escaped = (text: string) =>
  text.replace(/[<>"'&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
