import type { SampleProducts } from '@vitrine/platform/commerce/catalogue/imports/samples'
import sharp from 'sharp'

const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#9aa58f' } })
  .png()
  .toBuffer()

/** Two products, one of them with a picture, in a collection that the shop does not have. */
export const testSamples: SampleProducts = {
  fileName: 'Sample products',
  file: () =>
    'Slug,Name,Price,Collections,Images,Stock\nsample-mug,Sample mug,24,Samples,sample:mug.png,5\nsample-bowl,Sample bowl,32,Samples,,3\n',
  picture: async (name) => (name === 'mug.png' ? picture : undefined),
}
