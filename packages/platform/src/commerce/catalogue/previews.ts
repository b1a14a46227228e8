import type { productPreviews } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Commerce } from './product.ts'
import { readFresh } from './store.ts'

/** What a preview link says. */
export interface Preview {
  readonly productId: string
  readonly expiresAt: Date
}

export interface PreviewDeps {
  readonly publicUrl: string
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
  readonly sign: (site: string, preview: Preview, seconds: number) => Promise<string>
  /** What was signed, if it is of this shop and still holds. */
  readonly read: (site: string, token: string) => Promise<Preview | undefined>
}

/** Links to products that shoppers do not see yet. */
export function previewOperations({ publicUrl, commerce, sign, read }: PreviewDeps): Handlers<typeof productPreviews> {
  return {
    async 'POST /vitrine/v1/products/{id}/preview'({ id, hours }, { db, site, now }) {
      const productId = id.toLowerCase()
      const [known] = await db.query(sql`select from product where site = ${site} and id = ${productId}`)
      if (!known) return refuse('PRODUCT_NOT_FOUND')
      const expiresAt = new Date(now.getTime() + hours * 3_600_000)
      const token = await sign(site, { productId, expiresAt }, hours * 3600)
      return { url: `${publicUrl}/previews/${token}`, expiresDate: expiresAt.toISOString() }
    },

    async 'GET /vitrine/v1/products/previews/{token}'({ token }, { db, site }) {
      const preview = await read(site, token)
      const product = preview && (await readFresh(db, site, preview.productId, { publicUrl, commerce: await commerce(db, site) }))
      return product ? { product, expiresDate: preview.expiresAt.toISOString() } : refuse('PRODUCT_NOT_FOUND')
    },
  }
}
