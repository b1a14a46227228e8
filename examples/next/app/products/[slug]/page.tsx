import { notFound } from 'next/navigation'
import { add, product } from '../../actions'

export default async function ProductPage({ params }: { readonly params: Promise<{ slug: string }> }) {
  const found = await product((await params).slug)
  if (!found) notFound()
  const { id, name, price, description, picture, variantId } = found
  return (
    <article>
      <h1>{name}</h1>
      {picture && <img src={picture} alt={name} width="480" />}
      <p>{price}</p>
      {/* The merchant's own text, cleaned by the shop. */}
      <div dangerouslySetInnerHTML={{ __html: description }} />
      <form action={add}>
        <input type="hidden" name="productId" value={id} />
        <input type="hidden" name="variantId" value={variantId ?? ''} />
        <button type="submit">Add to cart</button>
      </form>
    </article>
  )
}
