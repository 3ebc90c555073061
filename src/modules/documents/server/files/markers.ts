const bullets = ['•', '◦', '▪'];

const romanParts: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function romanOf(count: number): string {
  let left = count;
  return romanParts
    .map(([value, sign]) => {
      const times = Math.floor(left / value);
      left -= times * value;
      return sign.repeat(times);
    })
    .join('');
}

/** No list has so many items; a file may say so. */
const countAtMost = 9_999;

/** What stands before an item of a list; the formats are named as in Office Open XML, and levels counted from 0. */
export function markerOf(format: string, count: number, level: number): string {
  if (format === 'bullet' || format === 'none') return bullets[level % bullets.length] ?? '•';
  if (count < 1 || count > countAtMost) return `${count}.`;
  const letter = String.fromCharCode(97 + ((count - 1) % 26));
  if (format === 'lowerLetter') return `${letter}.`;
  if (format === 'upperLetter') return `${letter.toUpperCase()}.`;
  if (format === 'lowerRoman') return `${romanOf(count)}.`;
  return format === 'upperRoman' ? `${romanOf(count).toUpperCase()}.` : `${count}.`;
}
