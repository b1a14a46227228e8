import { attempt } from '@vitrine/client'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/viewed.ts'

const most = 5
const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Counts that a product was looked at. Nothing of whoever looked is read. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const productId = String(form.get('product') ?? '')
  const before = String(form.get('before') ?? '')
    .split(',')
    .filter(isId)
    .slice(0, most)
  if (isId(productId)) await attempt(visit(context).client.recommendations.countView({ productId, before }))
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}
