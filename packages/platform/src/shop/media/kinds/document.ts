import type { Source } from './source.ts'
import { broken } from './unfit.ts'

/** Programs look for the end of a PDF in so many of its last bytes. */
const tailBytes = 2048

/** A PDF begins at its first byte, and ends. */
export async function checkPdf(source: Source): Promise<void> {
  const head = (await source.read(0, 8)).toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(head)) broken('It does not begin as a PDF does.')
  const from = Math.max(0, source.size - tailBytes)
  if (!(await source.read(from, tailBytes)).includes('startxref')) broken('It ends too early.')
}
