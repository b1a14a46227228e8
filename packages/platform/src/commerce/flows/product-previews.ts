import type { Seals } from '../../kernel/seals.ts'
import type { Preview } from '../catalogue/previews.ts'

/** Preview links of products, signed and read again. */
export const previewing = (sealing: Seals) => ({
  sign: (site: string, { productId, expiresAt }: Preview, seconds: number) =>
    sealing.seal(site, 'product-preview', { productId, expiresAt: expiresAt.toISOString() }, seconds),
  async read(site: string, token: string): Promise<Preview | undefined> {
    const { productId, expiresAt } = (await sealing.open(site, 'product-preview', token)) ?? {}
    return typeof productId === 'string' && typeof expiresAt === 'string' ? { productId, expiresAt: new Date(expiresAt) } : undefined
  },
})

export type Previewing = ReturnType<typeof previewing>
