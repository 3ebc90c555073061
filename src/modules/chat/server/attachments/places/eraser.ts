import { type Box, blank, holdsLocation, idBytes, readBox } from './boxes.ts';
import { eraseFromMeta } from './meta.ts';

/** What films begin with. */
const beginnings = new Set([
  'ftyp',
  'wide',
  'free',
  'skip',
  'mdat',
  'moov',
  'pnot',
  'udta',
  'uuid',
]);
/** Pictures in the same boxes: those are read and written anew as pictures. */
const pictures = new Set(['avif', 'avis']);
const opened = new Set(['moov', 'trak', 'udta']);
/** Of a larger one, which no camera writes, nothing is kept. */
const metaMaxBytes = 4 * 1024 * 1024;

type Doing = 'reading' | 'passing' | 'blanking' | 'holding';

/**
 * Erases from an MP4 or QuickTime film where it was taken, as its bytes arrive: such boxes become free ones of
 * the same length, so that every offset in the file stays right. Anything else comes out as it went in.
 */
export class PlaceEraser {
  /** Where the boxes end that we are in, the innermost last. */
  readonly #ends: number[] = [];
  #doing: Doing = 'reading';
  #held: Buffer = Buffer.alloc(0);
  #box: Box | undefined;
  /** Bytes dealt with, and what is left of the box at hand. */
  #at = 0;
  #left = 0;
  #begun = false;
  /** Whether anything was erased so far. */
  hasErased = false;

  /** Whether all that follows comes out as it goes in. */
  get isDone(): boolean {
    return this.#doing === 'passing' && this.#left === Number.POSITIVE_INFINITY;
  }

  push(chunk: Buffer): Buffer[] {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const done: Buffer[] = [];
    while (this.#held.length > 0) {
      const piece = this.#take();
      if (!piece) break;
      done.push(piece);
    }
    return done;
  }

  /** What was still held back. */
  end(): Buffer[] {
    if (this.#held.length === 0) return [];
    const rest = Buffer.from(this.#held);
    if (this.#doing === 'holding' && this.#box) {
      blank(rest, this.#box);
      this.hasErased = true;
    }
    return [rest];
  }

  /** The next piece that is dealt with; null where more bytes are needed. */
  #take(): Buffer | null {
    if (this.#doing === 'reading' && !this.#decide()) return null;
    if (this.#doing === 'holding' && this.#held.length < this.#left) return null;
    const piece = this.#held.subarray(0, Math.min(this.#left, this.#held.length));
    const done = this.#finish(piece);
    this.#held = this.#held.subarray(piece.length);
    this.#at += piece.length;
    this.#left -= piece.length;
    if (this.#left <= 0) {
      this.#doing = 'reading';
      this.#begun = false;
    }
    return done;
  }

  #finish(piece: Buffer): Buffer {
    if (this.#doing === 'passing' || !this.#box) return piece;
    const own = Buffer.from(piece);
    if (this.#doing === 'holding') eraseFromMeta(own, this.#box);
    else if (this.#begun) own.fill(0);
    else blank(own, this.#box);
    this.#begun = true;
    this.hasErased ||= !own.equals(piece);
    return own;
  }

  /** Decides by a header what becomes of its box; false where more bytes are needed to tell. */
  #decide(): boolean {
    while (this.#at >= (this.#ends.at(-1) ?? Number.POSITIVE_INFINITY)) this.#ends.pop();
    const room = (this.#ends.at(-1) ?? Number.POSITIVE_INFINITY) - this.#at;
    const box = readBox(this.#held);
    // Too little for a box are the zeros that may end a list.
    if (room >= 8 && box === undefined) return false;
    const isWrong = !box || room < 8 || (box.sizeBytes ?? 0) > room;
    if (isWrong || (this.#at === 0 && !beginnings.has(box.type))) {
      this.#doing = 'passing';
      this.#left = room;
      return true;
    }
    const size = box.sizeBytes ?? room;
    const id = this.#held.subarray(box.headerBytes, box.headerBytes + idBytes);
    const wantsId = box.type === 'uuid' || box.type === 'ftyp';
    if (wantsId && id.length < Math.min(idBytes, size - box.headerBytes)) return false;
    this.#box = box;
    this.#choose(box, size, id);
    return true;
  }

  #choose(box: Box, size: number, id: Buffer): void {
    const inFilm = this.#ends.length > 0;
    this.#doing = 'passing';
    this.#left = size;
    if (this.#at === 0 && box.type === 'ftyp' && pictures.has(id.toString('latin1', 0, 4))) {
      this.#left = Number.POSITIVE_INFINITY;
    } else if (opened.has(box.type)) {
      this.#ends.push(this.#at + size);
      this.#left = box.headerBytes;
    } else if (holdsLocation(box, id) && (inFilm || box.type === 'uuid')) {
      this.#doing = 'blanking';
    } else if (inFilm && box.type === 'meta') {
      this.#doing = size > metaMaxBytes ? 'blanking' : 'holding';
    }
  }
}
