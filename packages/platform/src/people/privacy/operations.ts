import type { personalData } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { countsOf } from './count.ts'
import { type EraseDeps, erasePerson } from './erase.ts'
import { type ExportDeps, exportOf } from './export.ts'
import { findPerson } from './find.ts'
import type { Person } from './person.ts'
import { findUnderWay } from './under-way.ts'

export interface PersonalDataDeps extends EraseDeps, ExportDeps {
  /** The member who signs in with an address. */
  readonly memberOf: (db: Db, site: string, email: string) => Promise<string | undefined>
}

const guest = (db: Db, site: string, email: string): Promise<Person> =>
  findPerson(db, site, { emails: [email.toLowerCase()], recipients: [], visitorIds: [] })

export const personalDataOperations = (deps: PersonalDataDeps): Handlers<typeof personalData> => ({
  async 'POST /vitrine/v1/personal-data/preview'({ email }, { db, site }) {
    const person = await guest(db, site, email)
    const memberId = await deps.memberOf(db, site, email)
    const [row] = await db.query<{ invoices: number }>(sql`
      select count(*)::integer as invoices from invoice where site = ${site} and order_id = any(${person.orderIds}::uuid[])`)
    return {
      counts: countsOf(person),
      inUse: [...(await findUnderWay(db, site, person))],
      invoices: row!.invoices,
      ...(memberId !== undefined && { memberId }),
    }
  },

  async 'POST /vitrine/v1/personal-data/export'({ email }, { db, site, now }) {
    const person = await guest(db, site, email)
    return {
      fileName: `personal-data-${now.toISOString().slice(0, 10)}.json`,
      packedDate: now.toISOString(),
      data: await exportOf(db, site, person, deps),
    }
  },

  async 'POST /vitrine/v1/personal-data/erase'({ email }, context) {
    const { db, site } = context
    const person = await guest(db, site, email)
    const inUse = await findUnderWay(db, site, person)
    if (inUse.length > 0) return refuse('PERSONAL_DATA_IN_USE', { inUse: [...inUse] })
    await erasePerson(context, person, deps)
    return { counts: countsOf(person) }
  },
})
