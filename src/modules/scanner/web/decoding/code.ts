import type { CodeFormat } from '../../contract/kinds.ts';

/** A code found in an image. */
export interface Code {
  /** Prefixed with its symbology identifier (`]C1`) if it is a GS1 code. */
  text: string;
  format: CodeFormat;
  /** Its center, in image pixels. */
  x: number;
  y: number;
}

export interface DecodeRequest {
  id: number;
  image: ImageData;
  /** True for image files; camera frames are decoded fast, because the next one follows. */
  thorough: boolean;
}

/** `codes` is missing if the decoder itself failed. */
export interface DecodeReply {
  id: number;
  codes?: Code[];
}
