import type { PreorderInfo } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { PreorderDialog } from '../../inventory/preorders.tsx'
import { wholeDay } from '../../orders/text.ts'
import { Button } from '../../parts/button.tsx'

/** What is said of a product's preorders, in a sentence. */
export function preordersText({ enabled, limit, expectedDate, message }: PreorderInfo): string {
  if (!enabled) return 'It is not sold when it is out of stock.'
  const most = limit === undefined ? '' : `, up to ${limit.toLocaleString('en-GB')} of each variant`
  const expected = expectedDate === undefined ? '' : `, expected ${wholeDay(expectedDate)}`
  return [`Sold when it is out of stock${most}${expected}.`, message].filter(Boolean).join(' ')
}

interface PreordersProps {
  productId: string
  name: string
  mayWrite: boolean
}

/** Whether a product is sold before it is there; set for all of its variants, and at once. */
export function Preorders({ productId, name, mayWrite }: PreordersProps) {
  const [saved, setSaved] = useState<PreorderInfo>()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (isOpen) return undefined
    const stop = new AbortController()
    client.inventory.getInventoryVariants({ inventoryId: productId, productId }, { signal: stop.signal }).then(
      ({ inventoryItem }) => setSaved(inventoryItem.preorderInfo),
      () => {},
    )
    return () => stop.abort()
  }, [productId, isOpen])
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Preorders</h2>
        <p>{saved ? preordersText(saved) : '…'}</p>
        {mayWrite && (
          <div className="acts">
            <Button small disabled={!saved} onClick={() => setIsOpen(true)}>
              Change preorders
            </Button>
          </div>
        )}
      </header>
      {isOpen && <PreorderDialog productId={productId} name={name} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
