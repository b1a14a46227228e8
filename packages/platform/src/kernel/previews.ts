import type { Seals } from './seals.ts'

/** What a preview link says. */
export interface Preview {
  /** Of what is shown. */
  readonly id: string
  readonly expiresAt: Date
}

/** Links that show something before everybody sees it, to whoever is given them. */
export interface Previews {
  /** The end of a link that holds for so many hours from now on. */
  readonly sign: (site: string, id: string, hours: number, now: Date) => Promise<{ readonly token: string; readonly expiresAt: Date }>
  /** What was signed, if it is of this shop and still holds. */
  readonly read: (site: string, token: string) => Promise<Preview | undefined>
}

/** Preview links of one kind; `idName` is what the id is called in them. */
export const previewing = (sealing: Seals, kind: string, idName: string): Previews => ({
  async sign(site, id, hours, now) {
    const expiresAt = new Date(now.getTime() + hours * 3_600_000)
    const token = await sealing.seal(site, kind, { [idName]: id, expiresAt: expiresAt.toISOString() }, hours * 3600)
    return { token, expiresAt }
  },
  async read(site, token) {
    const { [idName]: id, expiresAt } = (await sealing.open(site, kind, token)) ?? {}
    return typeof id === 'string' && typeof expiresAt === 'string' ? { id, expiresAt: new Date(expiresAt) } : undefined
  },
})
