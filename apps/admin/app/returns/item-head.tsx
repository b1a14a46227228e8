import type { ReturnLine } from '@vitrine/contract'
import { RowHead } from '../parts/table.tsx'
import { Thumb } from '../parts/thumb.tsx'

/** A line of a return, with its picture. */
export const ItemHead = ({ of: line, says }: { of: ReturnLine; says?: string | undefined }) => (
  <RowHead>
    <span className="withpic">
      <Thumb src={line.imageId && `/media/${encodeURIComponent(line.imageId)}`} size={32} />
      <span className="two">
        <span>{line.name}</span>
        <span>{[line.description, line.exchangeFor && `for ${line.exchangeFor.name}`, says].filter(Boolean).join(' · ')}</span>
      </span>
    </span>
  </RowHead>
)
