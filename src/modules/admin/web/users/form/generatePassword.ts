// No characters that are confused when read aloud: no I, l, 1, O, 0.
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = 4;
const groupLength = 5;

/** About 116 bits, in groups that are easy to read aloud: `hT4mK-…`. */
export function generatePassword(): string {
  return Array.from({ length: groups }, group).join('-');
}

function group(): string {
  return Array.from({ length: groupLength }, letter).join('');
}

/** Rejection sampling: otherwise the first letters would be more likely. */
function letter(): string {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  const limit = 256 - (256 % letters.length);
  return byte < limit ? letters.charAt(byte % letters.length) : letter();
}
