/** Redraws the thumbnails of the demo shop's models with the shop's own renderer: `node_modules/.bin/node demo/src/draw-models.ts`. */
import { readFile, writeFile } from 'node:fs/promises'
import { thumbnailOf } from '@vitrine/platform/shop/media/processing/work/model/model'
import { readCatalogue, shopFolder } from './morrow.ts'
import { thumbnailPath } from './pictures.ts'

const { products } = readCatalogue()
for (const { model } of products)
  if (model)
    await writeFile(new URL(thumbnailPath(model.path), shopFolder), await thumbnailOf(await readFile(new URL(model.path, shopFolder))))
