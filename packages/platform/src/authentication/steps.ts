import { newId } from '../db/id.ts'
import type { Db } from '../db/sql.ts'
import { hashOf } from './secrets.ts'
import { isSpent, spend } from './store.ts'

/** How a member proved who they are. */
export type SignInMethod =
  | 'PASSWORD'
  | 'EMAIL_CODE'
  | 'TOTP'
  | 'RECOVERY_CODE'
  | 'PASSKEY'
  | 'SSO'
  | 'SIGN_ON'
  | 'RECOVERY'
  | 'SMS'
  | 'CALL'
  | 'PUSH'

/** A sign-in that is not over: what is proved already, and what comes next. */
export interface Step {
  readonly memberId: string
  readonly next: 'VERIFY_EMAIL' | 'PROVE' | 'ENROL'
  readonly by: readonly SignInMethod[]
  readonly visitorId?: string
  /** The way whose code was sent last. */
  readonly factor?: string
  /** What a new way is made of, sealed. */
  readonly setup?: string
}

export interface OpenStep extends Step {
  /** Marks it as done; `false` where somebody was faster. */
  done(db: Db): Promise<boolean>
}

export interface Seals {
  seal(site: string, kind: string, statement: Readonly<Record<string, unknown>>, seconds: number): Promise<string>
  open(site: string, kind: string, text: string): Promise<Readonly<Record<string, unknown>> | undefined>
}

const kind = 'sign-in'
const stepSeconds = 15 * 60

export interface Steps {
  begin(site: string, step: Step): Promise<string>
  /** A step that is ours, not over and not done. */
  open(db: Db, site: string, text: string, now: Date): Promise<OpenStep | undefined>
}

/** Steps travel as signed statements, so that a sign-in which is not finished leaves nothing behind. Each ends once. */
export const steps = (seals: Seals): Steps => ({
  begin: (site, step) => seals.seal(site, kind, { ...step, id: newId() }, stepSeconds),

  async open(db, site, text, now) {
    const said = (await seals.open(site, kind, text)) as (Step & { readonly id: string }) | undefined
    if (!said) return undefined
    const mark = hashOf(`step:${said.id}`)
    if (await isSpent(db, site, mark)) return undefined
    return { ...said, done: (inside) => spend(inside, site, mark, new Date(now.getTime() + stepSeconds * 1000)) }
  },
})
