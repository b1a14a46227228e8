import type { Seals } from '../../kernel/seals.ts'
import type { UploadStatement } from './uploads.ts'

/** An address to upload to is good for a day. */
const lasts = 24 * 3600

/** Addresses to upload to, signed and read again. */
export const uploadLinks = (sealing: Seals) => ({
  sign: (site: string, statement: UploadStatement) => sealing.seal(site, 'upload', { ...statement }, lasts),
  async read(site: string, token: string): Promise<UploadStatement | undefined> {
    const { fileName } = (await sealing.open(site, 'upload', token)) ?? {}
    return typeof fileName === 'string' ? { fileName } : undefined
  },
})
