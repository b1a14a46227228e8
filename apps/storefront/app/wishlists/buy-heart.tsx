import { briefly, type Choices, findVariant, type ProductView } from '../catalogue/product.ts'
import Heart from './heart.tsx'

/** The heart of the buy box: of what is chosen, and with the lists to choose from. */
export default function BuyHeart({ product, chosen }: { product: ProductView; chosen: Choices }) {
  const variant = findVariant(product, chosen)?.id
  return (
    <Heart product={product.id} variant={variant} name={product.name} chosen={briefly(product, chosen)} className="buy__wish" chooses />
  )
}
