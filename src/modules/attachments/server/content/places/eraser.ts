import { type Box, blank, holdsLocation, idBytes, readBox } from './boxes.ts';
import { eraseFromMeta } from './meta.ts';

/** The first box types of videos. */
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
/** Images in the same container: handled as images instead. */
const pictures = new Set(['avif', 'avis']);
const opened = new Set(['moov', 'trak', 'udta']);
/** A larger `meta` box, which no camera writes, is blanked entirely. */
const metaMaxBytes = 4 * 1024 * 1024;

type Mode = 'reading' | 'passing' | 'blanking' | 'buffering';

/**
 * Erases the location from a streamed MP4 or QuickTime video: such boxes become free ones of the same
 * length, so that all offsets stay valid. Everything else passes unchanged.
 */
export class PlaceEraser {
  /** The end offsets of the open boxes, innermost last. */
  readonly #ends: number[] = [];
  #mode: Mode = 'reading';
  #buffer: Buffer = Buffer.alloc(0);
  #box: Box | undefined;
  /** The offset in the file, and the remaining bytes of the current box. */
  #at = 0;
  #left = 0;
  #started = false;
  /** Whether anything was erased so far. */
  hasErased = false;

  /** Whether the rest passes unchanged. */
  get isDone(): boolean {
    return this.#mode === 'passing' && this.#left === Number.POSITIVE_INFINITY;
  }

  push(chunk: Buffer): Buffer[] {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    const done: Buffer[] = [];
    while (this.#buffer.length > 0) {
      const piece = this.#take();
      if (!piece) break;
      done.push(piece);
    }
    return done;
  }

  /** The remaining buffered bytes. */
  end(): Buffer[] {
    if (this.#buffer.length === 0) return [];
    const rest = Buffer.from(this.#buffer);
    if (this.#mode === 'buffering' && this.#box) {
      blank(rest, this.#box);
      this.hasErased = true;
    }
    return [rest];
  }

  /** The next processed piece; null if more bytes are needed. */
  #take(): Buffer | null {
    if (this.#mode === 'reading' && !this.#decide()) return null;
    if (this.#mode === 'buffering' && this.#buffer.length < this.#left) return null;
    const piece = this.#buffer.subarray(0, Math.min(this.#left, this.#buffer.length));
    const done = this.#finish(piece);
    this.#buffer = this.#buffer.subarray(piece.length);
    this.#at += piece.length;
    this.#left -= piece.length;
    if (this.#left <= 0) {
      this.#mode = 'reading';
      this.#started = false;
    }
    return done;
  }

  #finish(piece: Buffer): Buffer {
    if (this.#mode === 'passing' || !this.#box) return piece;
    const own = Buffer.from(piece);
    if (this.#mode === 'buffering') eraseFromMeta(own, this.#box);
    else if (this.#started) own.fill(0);
    else blank(own, this.#box);
    this.#started = true;
    this.hasErased ||= !own.equals(piece);
    return own;
  }

  /** Chooses the mode by the box header; false if more bytes are needed. */
  #decide(): boolean {
    while (this.#at >= (this.#ends.at(-1) ?? Number.POSITIVE_INFINITY)) this.#ends.pop();
    const available = (this.#ends.at(-1) ?? Number.POSITIVE_INFINITY) - this.#at;
    const box = readBox(this.#buffer);
    // Fewer than 8 bytes: zeros that may end a list.
    if (available >= 8 && box === undefined) return false;
    const isWrong = !box || available < 8 || (box.sizeBytes ?? 0) > available;
    if (isWrong || (this.#at === 0 && !beginnings.has(box.type))) {
      this.#mode = 'passing';
      this.#left = available;
      return true;
    }
    const size = box.sizeBytes ?? available;
    const id = this.#buffer.subarray(box.headerBytes, box.headerBytes + idBytes);
    const wantsId = box.type === 'uuid' || box.type === 'ftyp';
    if (wantsId && id.length < Math.min(idBytes, size - box.headerBytes)) return false;
    this.#box = box;
    this.#choose(box, size, id);
    return true;
  }

  #choose(box: Box, size: number, id: Buffer): void {
    const inFilm = this.#ends.length > 0;
    this.#mode = 'passing';
    this.#left = size;
    if (this.#at === 0 && box.type === 'ftyp' && pictures.has(id.toString('latin1', 0, 4))) {
      this.#left = Number.POSITIVE_INFINITY;
    } else if (opened.has(box.type)) {
      this.#ends.push(this.#at + size);
      this.#left = box.headerBytes;
    } else if (holdsLocation(box, id) && (inFilm || box.type === 'uuid')) {
      this.#mode = 'blanking';
    } else if (inFilm && box.type === 'meta') {
      this.#mode = size > metaMaxBytes ? 'blanking' : 'buffering';
    }
  }
}
