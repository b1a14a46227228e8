// Files are dropped on the section; its button takes them by click and keys.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import { FileSpreadsheet, FileUp, ImagePlus, PencilLine, Plus, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { useAct } from '../../parts/acting.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useMay } from '../../shell/layout.tsx'
import { pictureTypes } from '../editor/upload.ts'
import { useUploads } from '../editor/use-uploads.ts'
import { productNameOf } from './product-name.ts'

const rowsShown = [140, 96, 170, 120, 84]

/** What there is to do in a shop without products: begin with pictures, with a file, or write one. */
export function NoProducts() {
  const mayWrite = useMay()('products.write')
  const { act } = useAct()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const made = useRef<Promise<unknown>[]>([])
  const { underway, upload } = useUploads(({ mediaId }, fileName) => {
    const product = { name: productNameOf(fileName), visible: false, priceData: { price: 0 }, media: [{ mediaId }] }
    made.current.push(client.merchantProducts.addProduct({ product }))
  })
  const take = (files: FileList | null) =>
    void act(async () => {
      await upload([...(files ?? [])])
      // The list takes the place of this, so it is read once all are there.
      const results = await Promise.allSettled(made.current.splice(0))
      const failed = results.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
      return results.length > 0 ? `${many(results.length, 'product')} made, hidden: each needs a name and a price.` : undefined
    })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <>
      {mayWrite && (
        <div className="ways">
          <section
            aria-labelledby="way-pictures"
            {...(over && { 'data-over': '' })}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            <Icon of={ImagePlus} />
            <h2 id="way-pictures">Begin with a picture</h2>
            <p>Drop one or many. Each becomes a hidden product with its picture, a name to write and a price to set.</p>
            <Button icon={Upload} disabled={underway.length > 0} onClick={() => input.current?.click()}>
              {underway.length > 0 ? `${many(underway.length, 'picture')} on the way` : 'Choose pictures'}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              multiple
              accept={pictureTypes}
              aria-label="Pictures of new products"
              onChange={({ target }) => {
                take(target.files)
                target.value = ''
              }}
            />
          </section>
          <section aria-labelledby="way-file">
            <Icon of={FileSpreadsheet} />
            <h2 id="way-file">Bring a sheet</h2>
            <p>From Shopify, WooCommerce, Wix or your own. You see what would happen, row by row, first.</p>
            <ButtonLink icon={FileUp} to="/products/import">
              Choose a file
            </ButtonLink>
          </section>
          <section aria-labelledby="way-written">
            <Icon of={PencilLine} />
            <h2 id="way-written">Write one</h2>
            <p>Title, price and stock are enough to sell. Options, search words and weight can wait.</p>
            <ButtonLink icon={Plus} to="/products/new">
              New product
            </ButtonLink>
          </section>
        </div>
      )}
      <p className="ghostcap">How it will look</p>
      <ul className="ghostrows" aria-hidden="true">
        {rowsShown.map((width) => (
          <li key={width}>
            <span className="sk" style={{ '--w': '32px', blockSize: '32px' } as React.CSSProperties} />
            <span className="sk" style={{ '--w': `${width}px` } as React.CSSProperties} />
            <span className="grow" />
            <span className="sk" style={{ '--w': '52px' } as React.CSSProperties} />
            <span className="sk" style={{ '--w': '38px' } as React.CSSProperties} />
          </li>
        ))}
      </ul>
    </>
  )
}
