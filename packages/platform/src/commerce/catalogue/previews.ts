import type { productPreviews } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import type { Previews } from '../../kernel/previews.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Commerce } from './product.ts'
import { readFresh } from './store.ts'

export interface PreviewDeps {
  readonly publicUrl: string
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
  readonly previews: Previews
}

/** Links to products that shoppers do not see yet. */
export function previewOperations({ publicUrl, commerce, previews }: PreviewDeps): Handlers<typeof productPreviews> {
  return {
    async 'POST /vitrine/v1/products/{id}/preview'({ id, hours }, { db, site, now }) {
      const productId = id.toLowerCase()
      const [known] = await db.query(sql`select from product where site = ${site} and id = ${productId}`)
      if (!known) return refuse('PRODUCT_NOT_FOUND')
      const { token, expiresAt } = await previews.sign(site, productId, hours, now)
      return { url: `${publicUrl}/previews/${token}`, expiresDate: expiresAt.toISOString() }
    },

    async 'GET /vitrine/v1/products/previews/{token}'({ token }, { db, site }) {
      const preview = await previews.read(site, token)
      const product = preview && (await readFresh(db, site, preview.id, { publicUrl, commerce: await commerce(db, site) }))
      return product ? { product, expiresDate: preview.expiresAt.toISOString() } : refuse('PRODUCT_NOT_FOUND')
    },
  }
}
