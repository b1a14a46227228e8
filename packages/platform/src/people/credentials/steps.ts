import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Seals } from '../../kernel/seals.ts'
import { hashOf } from './secrets.ts'
import { isSpent, spend } from './used-proofs.ts'

export interface Steps<Step> {
  begin(site: string, step: Step): Promise<string>
  /** A step that is ours, not over and not done. */
  open(db: Db, site: string, text: string, now: Date): Promise<Open<Step> | undefined>
}

export type Open<Step> = Step & {
  /** Marks it as done; `false` where somebody was faster. */
  done(db: Db): Promise<boolean>
}

const stepSeconds = 15 * 60

/** Steps of a sign-in travel as signed statements, so that one which is not finished leaves nothing behind. Each ends once. */
export const stepsOf = <Step extends object>(seals: Seals, kind: string): Steps<Step> => ({
  begin: (site, step) => seals.seal(site, kind, { ...step, id: newId() }, stepSeconds),

  async open(db, site, text, now) {
    const said = (await seals.open(site, kind, text)) as (Step & { readonly id: string }) | undefined
    if (!said) return undefined
    const mark = hashOf(`step:${said.id}`)
    if (await isSpent(db, site, mark)) return undefined
    return { ...said, done: (inside) => spend(inside, site, mark, new Date(now.getTime() + stepSeconds * 1000)) }
  },
})
