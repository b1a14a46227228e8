import type { MerchantProductRow } from '@vitrine/contract'
import { money } from '../orders/sums.ts'
import { useShop } from '../shop.ts'

interface ShopPreviewProps {
  name: string
  products: readonly MerchantProductRow[]
}

const width = 200
const height = 250

/** The shop as its visitors meet it: its name and some of its products. */
export function ShopPreview({ name, products }: ShopPreviewProps) {
  const { currency } = useShop()
  const shown = products.map((product) => product.name).join(', ')
  return (
    <div className="shopview" role="img" aria-label={shown ? `${name}, with ${shown}` : `${name}, with no product yet`}>
      <div className="sv-n">
        <b>{name}</b>
        <i />
        <span>Bag</span>
      </div>
      {products.length === 0 ? (
        <p className="sv-empty">The shelf is still empty. Come back soon.</p>
      ) : (
        <div className="sv-g">
          {products.map(({ id, name: title, image, price }) => (
            <div key={id}>
              {image ? (
                <img src={`${image}/fill/w_${width},h_${height},q_80`} alt="" width={width} height={height} loading="lazy" />
              ) : (
                <div className="sv-none" />
              )}
              <p>{title}</p>
              <span>{money(String(price), currency)}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
