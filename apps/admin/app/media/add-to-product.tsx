import type { FileDescriptor } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { FindProduct } from '../recommendations/find-product.tsx'
import { words } from './acts.ts'

/** What a product shows. */
export const canBeShown = (file: FileDescriptor): boolean =>
  (file.mediaType === 'IMAGE' || file.mediaType === 'VIDEO' || file.mediaType === 'MODEL3D') &&
  file.operationStatus === 'READY' &&
  !file.private

/** Files come behind the media that a product has. */
export function AddToProduct({ files, onClose }: { files: readonly FileDescriptor[]; onClose: () => void }) {
  const { act, busy } = useAct({ ...words, PRODUCT_NOT_FOUND: 'The product is gone.' })
  const [product, setProduct] = useState<{ readonly id: string; readonly name: string }>()
  const add = () =>
    void act(async () => {
      await client.merchantProducts.addProductMedia({ id: product!.id, media: files.map(({ id }) => ({ mediaId: id })) })
      onClose()
      return `${many(files.length, 'file')} added to ${product!.name}.`
    })
  return (
    <Dialog
      title={`Put ${many(files.length, 'file')} in a product`}
      about={product ? <>They come after the media that {product.name} has.</> : 'Find the product by its name.'}
      does={product ? `Add to ${product.name}` : 'Add'}
      busy={busy}
      disabled={!product}
      onDo={add}
      onClose={onClose}
    >
      <FindProduct label="Find a product" onPick={(id, name) => setProduct({ id, name })} />
    </Dialog>
  )
}
