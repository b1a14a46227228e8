import { Link } from 'react-router'
import { RowHead } from './table.tsx'
import { Thumb } from './thumb.tsx'

export const unnamed = 'A hidden or deleted product'

interface ProductCellProps {
  readonly of: { readonly productId: string; readonly name: string; readonly imageId?: string | undefined }
  /** The line below its name. */
  readonly says?: string | false | undefined
}

/** The product that a row is about, with its picture. */
export function ProductCell({ of: { productId, name, imageId }, says }: ProductCellProps) {
  return (
    <RowHead>
      <span className="withpic">
        <Thumb src={imageId ? `/media/${encodeURIComponent(imageId)}` : undefined} size={34} />
        <span className="two">
          <Link className="lead" to={`/products/${productId}`}>
            {name || unnamed}
          </Link>
          {says && <span>{says}</span>}
        </span>
      </span>
    </RowHead>
  )
}
