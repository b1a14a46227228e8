import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import type { Outcome, ProcessTask } from '../task.ts'
import { Unreadable } from '../task.ts'

/** The longer side of the picture of its first page. */
const side = 1600
const mostPages = 100_000

/** How many pages a PDF has, and its first as a picture. Of what it would run or open, nothing is in either. */
export async function processPdf({ path, folder }: ProcessTask): Promise<Outcome> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(await readFile(path)).catch((error: unknown) => {
    throw new Unreadable((error as Error).message)
  })
  const pages = document.getPageCount()
  if (pages < 1 || pages > mostPages) throw new Unreadable(`it says that it has ${pages} pages`)
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const longer = Math.max(originalWidth, originalHeight)
  if (!(longer > 0)) throw new Unreadable('its first page has no size')
  const { data, width, height } = await page.render({ scale: side / longer, render: 'bitmap' })
  const name = 'page-1.webp'
  await writeFile(
    join(folder, name),
    await sharp(data, { raw: { width, height, channels: 4 } })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 82 })
      .toBuffer(),
  )
  return { details: { pages, thumbnailName: name }, made: [{ name, mime: 'image/webp', width, height }] }
}
