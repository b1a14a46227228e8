import { attempt } from '@vitrine/client'
import { GUID } from '../shop/guid.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/viewed.ts'

const most = 5

/** Counts that a product was looked at. Nothing of whoever looked is read. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const productId = String(form.get('product') ?? '')
  const before = String(form.get('before') ?? '')
    .split(',')
    .filter((id) => GUID.test(id))
    .slice(0, most)
  if (GUID.test(productId)) await attempt(visit(context).client.recommendations.countView({ productId, before }))
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}
