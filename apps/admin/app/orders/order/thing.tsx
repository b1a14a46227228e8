import type { OrderLineItem } from '@vitrine/contract'
import { RowHead } from '../../parts/table.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { choicesOf } from '../text.ts'

/** A line of the order at the head of a row: its picture, its name, and which of its kind it is. */
export function Thing({ line, size = 36, sku = false }: { line: OrderLineItem; size?: number; sku?: boolean }) {
  const choices = choicesOf(line)
  const code = sku ? line.physicalProperties?.sku : undefined
  return (
    <RowHead>
      <div className="withpic">
        <Thumb src={line.image?.url} size={size} />
        <div className="two">
          <span className="lead">{line.productName?.original}</span>
          <span>
            {choices} {choices && code && <>&nbsp;</>}
            {code && <span className="mono">{code}</span>}
          </span>
        </div>
      </div>
    </RowHead>
  )
}
