import { Icon } from '@vitrine/ui'
import { Store } from 'lucide-react'
import type { Settings } from '../shop/shop.ts'

/** Where an order can be collected, among what is promised beside a product. */
export default function Collect({ of: { place, ready } }: { of: NonNullable<Settings['collect']> }) {
  return (
    <li>
      <Icon of={Store} />
      <span>
        {`Or collect it at ${place}${ready ? ': ' : '.'}`}
        {ready && <strong>{`ready ${ready}`}</strong>}
      </span>
    </li>
  )
}
