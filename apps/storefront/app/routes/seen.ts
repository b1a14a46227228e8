import { productsNamed, showCard } from '../catalogue/read.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/seen.ts'

const most = 12

/** Products by the slugs that a browser has stored; those that are gone are left out. Nothing of it is stored here. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const slugs = (new URL(request.url).searchParams.get('of') ?? '').split(',').filter((slug) => slug !== '' && slug.length <= 100)
  const products = await productsNamed(here, [...new Set(slugs)].slice(0, most))
  return {
    products: products.map((product) => {
      const { slug, name, picture } = showCard(product, here.shop)
      return { slug, name, picture }
    }),
  }
}
