import type { Random } from './random.ts';

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** A UUIDv7 whose random part comes from a stream: the same instant and stream give the same id. */
export function uuidv7(at: Date, random: Random): string {
  const time = hex(at.getTime(), 12);
  const variant = hex(0x8000 | random.int(0, 0x3fff), 4);
  const tail = hex(random.int(0, 0xffffff), 6) + hex(random.int(0, 0xffffff), 6);
  return [time.slice(0, 8), time.slice(8), `7${hex(random.int(0, 0xfff), 3)}`, variant, tail].join(
    '-',
  );
}

/** A UUIDv4 from a stream: the same stream gives the same id. */
export function uuidv4(random: Random): string {
  const parts = Array.from({ length: 5 }, () => hex(random.int(0, 0xffffff), 6)).join('');
  const variant = hex(0x8000 | random.int(0, 0x3fff), 4);
  return [
    parts.slice(0, 8),
    parts.slice(8, 12),
    `4${parts.slice(12, 15)}`,
    variant,
    parts.slice(15, 27),
  ].join('-');
}
