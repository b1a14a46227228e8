import Link from 'next/link'
import { products } from './actions'

export const dynamic = 'force-dynamic'

export default async function Products() {
  return (
    <>
      <h1>Products</h1>
      <ul>
        {(await products()).map(({ id, slug, name, price }) => (
          <li key={id}>
            <Link href={`/products/${slug}`}>{name}</Link> {price}
          </li>
        ))}
      </ul>
    </>
  )
}
