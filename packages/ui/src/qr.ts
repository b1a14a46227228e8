import { encode } from 'uqr'

/** What a camera still reads from a screen at the size that pages show it in. */
const mostBytes = 331

/** The squares of a QR code of level M (ISO/IEC 18004), row by row, without the quiet zone around them; `undefined` for too long a text. */
export function qr(text: string): readonly (readonly boolean[])[] | undefined {
  if (new TextEncoder().encode(text).length > mostBytes) return undefined
  return encode(text, { ecc: 'M', border: 0 }).data
}
