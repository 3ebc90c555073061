/** Of one file; what comes after it is not found. */
export const textMaxBytes = 200_000;
/** A larger PDF is pictures rather than text. */
export const pdfMaxBytes = 25 * 1024 * 1024;
