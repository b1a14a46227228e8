import type { ProductImportItem } from '@vitrine/contract'
import { changeText } from './text.ts'

interface HappensProps {
  of: ProductImportItem
  /** A row of the product; what is wrong with others stands at those. Without it all of it is said. */
  row?: number
  isFirst?: boolean
  /** Whether a column of the file is seen beside it: then its name need not be said. */
  isShown?: (column: string) => boolean
  /** Whether new products are hidden at first. */
  hidesNew?: boolean
}

const most = 8

/** What becomes of a product, or of one of its rows, line by line. */
export function Happens({ of: item, row, isFirst = true, isShown = () => false, hidesNew = false }: HappensProps) {
  const { outcome, changes, errors, guesses } = item
  const remarks = [...errors, ...guesses].filter((remark) => row === undefined || remark.row === row)
  const wrong = errors.filter((remark) => row === undefined || remark.row === row).length
  const changed = outcome === 'CHANGED' && isFirst ? changes : []
  return (
    <ul className="happens">
      {remarks.slice(0, most).map((remark, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes its order
        <li key={i} className={i < wrong ? 'down' : 'soft'}>
          {`${row === undefined && remark.row !== item.row ? `Row ${remark.row}: ` : ''}${
            remark.column && !isShown(remark.column) ? `${remark.column}: ` : ''
          }${remark.message}`}
        </li>
      ))}
      {outcome === 'NEW' && isFirst && <li className="soft">{`new product${hidesNew ? ', hidden' : ''}`}</li>}
      {changed.slice(0, most).map((change) => (
        <li key={`${change.variant ?? ''} ${change.field}`} className="soft">
          {changeText(change)}
        </li>
      ))}
      {changed.length > most && <li className="faint">{`and ${changes.length - most} more`}</li>}
    </ul>
  )
}
