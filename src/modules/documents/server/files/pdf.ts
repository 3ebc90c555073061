import fs from 'node:fs/promises';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';

export const protectedPdf =
  'This PDF is protected by a password. Save it without one and upload it again.';
export const damagedPdf = 'This PDF is damaged and can’t be opened. Save or scan it again.';

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const program = new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
  return WebAssembly.compile(new Uint8Array(await fs.readFile(program)));
}

/** Starts PDFium with memory of its own, so that no file finds what another one left. */
export async function startPdfium(): Promise<Pdfium> {
  compiled ??= compile();
  const program = await compiled;
  const library = await init({
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(program, imports);
      done(instance);
      return instance.exports;
    },
  });
  library.PDFiumExt_Init();
  return new Pdfium(library);
}

/** Of `FPDF_GetLastError`. */
const passwordError = 4;

/** Documents that were opened together can take pages from each other. */
export class Pdfium {
  readonly #library: WrappedPdfiumModule;

  constructor(library: WrappedPdfiumModule) {
    this.#library = library;
  }

  /** Throws Unreadable for a damaged or protected PDF. The bytes go straight to where PDFium reads them. */
  async open(pieces: AsyncIterable<Buffer>, sizeBytes: number): Promise<Pdf> {
    const start = allocate(this.#library, sizeBytes);
    let at = start;
    for await (const piece of pieces) {
      this.#library.pdfium.HEAPU8.set(piece, at);
      at += piece.length;
    }
    const document = this.#library.FPDF_LoadMemDocument(start, sizeBytes, '');
    if (document !== 0) return new Pdf(this.#library, document);
    const isProtected = this.#library.FPDF_GetLastError() === passwordError;
    throw new Unreadable(isProtected ? protectedPdf : damagedPdf);
  }

  create(): Pdf {
    return new Pdf(this.#library, this.#library.FPDF_CreateNewDocument());
  }
}

interface Size {
  width: number;
  height: number;
}

interface Bitmap extends Size {
  /** Four bytes per pixel: red, green, blue and one without meaning. */
  data: Buffer;
}

/** Flags of PDFium. */
const opaque = 0;
const reverseByteOrder = 0x10;
const white = 0xffffffff;
const normalDisplay = 0;
const notIncremental = 2;

/** An open document. Pages are numbered from 1. */
export class Pdf {
  readonly #library: WrappedPdfiumModule;
  readonly #document: number;
  readonly #form: number;

  constructor(library: WrappedPdfiumModule, document: number) {
    this.#library = library;
    this.#document = document;
    const info = library.PDFiumExt_OpenFormFillInfo();
    this.#form = library.PDFiumExt_InitFormFillEnvironment(document, info);
  }

  /** As declared: pages may be missing. */
  get pageCount(): number {
    return this.#library.FPDF_GetPageCount(this.#document);
  }

  hasPage(number: number): boolean {
    const page = this.#library.FPDF_LoadPage(this.#document, number - 1);
    if (page !== 0) this.#library.FPDF_ClosePage(page);
    return page !== 0;
  }

  /** As large as fits in `width` and `height`, in pixels; `dpi` limits it further. Throws Unreadable. */
  render(number: number, limit: Size & { dpi?: number }): Bitmap {
    const library = this.#library;
    return this.#withPage(number, (page) => {
      const points = {
        width: library.FPDF_GetPageWidthF(page),
        height: library.FPDF_GetPageHeightF(page),
      };
      const scale = Math.min(
        limit.width / points.width,
        limit.height / points.height,
        (limit.dpi ?? Number.POSITIVE_INFINITY) / 72,
      );
      const width = Math.max(Math.round(points.width * scale), 1);
      const height = Math.max(Math.round(points.height * scale), 1);
      const bitmap = library.FPDFBitmap_Create(width, height, opaque);
      if (bitmap === 0) throw outOfMemory();
      library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
      library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, reverseByteOrder);
      const data = this.#copy(library.FPDFBitmap_GetBuffer(bitmap), width * height * 4);
      library.FPDFBitmap_Destroy(bitmap);
      return { data, width, height };
    });
  }

  /** The text layer of a page, with the values of form fields. Throws Unreadable. */
  textOf(number: number): string {
    const library = this.#library;
    return this.#withPage(number, (page) => {
      const text = library.FPDFText_LoadPage(page);
      if (text === 0) return '';
      const count = library.FPDFText_CountChars(text);
      const start = allocate(library, (count + 1) * 2);
      const written = library.FPDFText_GetText(text, 0, count, start);
      const found = this.#copy(start, Math.max(written - 1, 0) * 2).toString('utf16le');
      free(library, start);
      library.FPDFText_ClosePage(text);
      return found;
    });
  }

  /** Adds pages of another document at the end, turned clockwise. Throws Unreadable. */
  append(other: Pdf, numbers: readonly number[], rotate: number): void {
    const library = this.#library;
    const first = this.pageCount;
    for (const number of numbers) other.#withPage(number, () => {});
    const indexes = allocate(library, numbers.length * 4);
    for (const [at, number] of numbers.entries()) {
      library.pdfium.setValue(indexes + at * 4, number - 1, 'i32');
    }
    // At once: what the pages share would be copied again for each.
    const isDone = library.FPDF_ImportPagesByIndex(
      this.#document,
      other.#document,
      indexes,
      numbers.length,
      first,
    );
    free(library, indexes);
    if (!isDone) throw new Unreadable(damagedPdf);
    if (rotate === 0) return;
    for (let at = first; at < this.pageCount; at += 1) {
      const page = library.FPDF_LoadPage(this.#document, at);
      const turns = library.FPDFPage_GetRotation(page) + rotate / 90;
      library.FPDFPage_SetRotation(page, turns % 4);
      library.FPDF_ClosePage(page);
    }
  }

  /** Adds a page with a JPEG in its middle. Sizes in points. */
  addPicture(jpeg: Buffer, size: Size, paper: Size): void {
    const library = this.#library;
    const { pdfium } = library;
    const page = library.FPDFPage_New(this.#document, this.pageCount, paper.width, paper.height);
    const picture = library.FPDFPageObj_NewImageObj(this.#document);
    const give = pdfium.addFunction((_: number, at: number, target: number, length: number) => {
      pdfium.HEAPU8.set(jpeg.subarray(at, at + length), target);
      return 1;
    }, 'iiiii');
    const file = allocate(library, 12);
    pdfium.setValue(file, jpeg.length, 'i32');
    pdfium.setValue(file + 4, give, 'i32');
    const isRead = library.FPDFImageObj_LoadJpegFileInline(0, 0, picture, file);
    pdfium.removeFunction(give);
    free(library, file);
    if (!isRead) throw outOfMemory();
    const left = (paper.width - size.width) / 2;
    const bottom = (paper.height - size.height) / 2;
    library.FPDFImageObj_SetMatrix(picture, size.width, 0, 0, size.height, left, bottom);
    library.FPDFPage_InsertObject(page, picture);
    library.FPDFPage_GenerateContent(page);
    library.FPDF_ClosePage(page);
  }

  save(): Buffer {
    const { pdfium, FPDF_SaveAsCopy } = this.#library;
    const pieces: Buffer[] = [];
    const take = pdfium.addFunction((_writer: number, start: number, length: number) => {
      pieces.push(this.#copy(start, length));
      return 1;
    }, 'iiii');
    const writer = allocate(this.#library, 8);
    pdfium.setValue(writer, 1, 'i32');
    pdfium.setValue(writer + 4, take, 'i32');
    const isWritten = FPDF_SaveAsCopy(this.#document, writer, notIncremental);
    pdfium.removeFunction(take);
    if (!isWritten) throw new Unreadable(damagedPdf);
    return Buffer.concat(pieces);
  }

  /**
   * A page with its notes, stamps and form fields as part of its content: otherwise their text is not found, and they
   * are lost when the page is copied.
   */
  #withPage<Result>(number: number, use: (page: number) => Result): Result {
    const library = this.#library;
    let page = library.FPDF_LoadPage(this.#document, number - 1);
    if (page !== 0 && library.FPDFPage_GetAnnotCount(page) > 0) {
      // Draws the fields of programs that leave this to the reader.
      library.FORM_OnAfterLoadPage(page, this.#form);
      library.FPDFPage_Flatten(page, normalDisplay);
      library.FORM_OnBeforeClosePage(page, this.#form);
      library.FPDF_ClosePage(page);
      page = library.FPDF_LoadPage(this.#document, number - 1);
    }
    if (page === 0) throw new Unreadable(damagedPdf);
    const result = use(page);
    library.FPDF_ClosePage(page);
    return result;
  }

  #copy(start: number, length: number): Buffer {
    return Buffer.from(this.#library.pdfium.HEAPU8.subarray(start, start + length));
  }
}

function allocate({ pdfium }: WrappedPdfiumModule, sizeBytes: number): number {
  const start = pdfium.wasmExports.malloc(Math.max(sizeBytes, 1));
  if (start === 0) throw outOfMemory();
  return start;
}

const free = ({ pdfium }: WrappedPdfiumModule, start: number) => pdfium.wasmExports.free(start);

/** Reported like the refusal of the kernel. */
const outOfMemory = () => new RangeError('Array buffer allocation failed');
