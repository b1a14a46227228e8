import { attempt } from '@vitrine/client'
import { findProduct } from '../catalogue/read.server.ts'
import { mostQuestion } from '../questions/questions.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/questions-close.ts'

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Questions of a product that are close to what somebody types. Where they cannot be had nobody misses them. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const here = visit(context)
  const text = (new URL(request.url).searchParams.get('text') ?? '').slice(0, mostQuestion)
  const product = await findProduct(here, params.slug)
  const [, found] = product ? await attempt(here.client.questions.findClose({ productId: product.id, text })) : []
  return { text, close: (found?.questions ?? []).map(({ id, text: asked }) => ({ id, text: asked })) }
}
