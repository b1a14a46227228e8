import { addOriginal } from '@vitrine/platform/shop/media/add'
import { Unfit } from '@vitrine/platform/shop/media/inspect'
import sharp from 'sharp'
import type { TestPlatform } from './platform.ts'

let made = 0

/** A picture among the files of a test's shop, unlike all before it: its id. */
export async function addPicture({ platform, site, clock }: TestPlatform): Promise<string> {
  const background = `#${(++made).toString(16).padStart(6, '0')}`
  const bytes = await sharp({ create: { width: 80, height: 100, channels: 3, background } })
    .webp({ lossless: true })
    .toBuffer()
  const file = await addOriginal(platform.database, platform.originals, bytes, { site, fileName: `${made}.webp`, now: clock.now() })
  if (file instanceof Unfit) throw new Error(file.message)
  return file.id
}

/** A picture of one colour, as a browser chooses it from a disk. */
export const pictureFile = async (background: string, { width = 320, height = 400 } = {}) => ({
  name: `${background.slice(1)}.png`,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer(),
})
