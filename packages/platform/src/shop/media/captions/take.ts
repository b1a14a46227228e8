import { measure } from '../add.ts'
import { readCaptions } from '../kinds/captions.ts'
import { Unfit } from '../kinds/unfit.ts'
import type { OriginalStore } from '../originals.ts'
import type { Caption } from './store.ts'

/** Takes captions in as WebVTT: their bytes are stored, and answered is what their row will say of them. An `Unfit` says why they are not taken. */
export async function takeCaptions(
  originals: OriginalStore,
  site: string,
  given: string,
): Promise<Pick<Caption, 'digest' | 'bytes'> | Unfit> {
  const text = readCaptions(given)
  if (text instanceof Unfit) return text
  const bytes = Buffer.from(text)
  const measured = await measure(bytes)
  await originals.put(site, measured.digest, bytes)
  return measured
}
