import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { Server, type ServerResponse } from 'node:http'
import pg from 'pg'
import type { TestPlatform } from './platform.ts'

/** What one request has asked the database for until it was answered. */
interface Asked {
  readonly statements: string[]
  readonly over: Promise<unknown>
  answered: boolean
}

const requests = new AsyncLocalStorage<Asked>()

/** With this the postman begins. */
const emails = /^update sign_in_email set due_at\b/

/** Of what a write only wakes up, and nobody waits for: emails, jobs and the live feed. */
const afterwards = /^(begin|commit|rollback)|\b(update|delete from) sign_in_email\b|\b(job|outbox|event|live)\w*\b/

/**
 * What is asked of the database until the answer is there, statement by statement, without what they are asked with. Two answers for which the
 * same was asked took as long as each other, whatever the clock of this machine says.
 */
export async function statementsOf<T>(shop: TestPlatform, ask: () => Promise<T>): Promise<{ answer: T; statements: readonly string[] }> {
  await shop.platform.jobs.settle()
  const seen: Asked[] = []
  const { query } = pg.Client.prototype
  const { emit } = Server.prototype
  Server.prototype.emit = function (this: Server, name: string, ...args: unknown[]) {
    if (name !== 'request') return Reflect.apply(emit, this, [name, ...args])
    const response = args[1] as ServerResponse
    const over = once(response, 'finish')
    const asked: Asked = { statements: [], over, answered: false }
    void over.then(() => (asked.answered = true))
    seen.push(asked)
    return requests.run(asked, () => Reflect.apply(emit, this, [name, ...args]))
  } as typeof emit
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [given] = args as [string | { readonly text?: string }]
    const text = (typeof given === 'string' ? given : (given.text ?? '')).replaceAll(/\s+/g, ' ').trim()
    const asked = requests.getStore()
    if (asked && !asked.answered && !afterwards.test(text)) asked.statements.push(text)
    // Emails go out after the answer: they wait for it here, so that nothing of them is taken for a part of it.
    if (asked && !asked.answered && emails.test(text)) return void asked.over.then(() => Reflect.apply(query, this, args))
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    const answer = await ask()
    return { answer, statements: seen.flatMap(({ statements }) => statements) }
  } finally {
    pg.Client.prototype.query = query
    Server.prototype.emit = emit
    await shop.platform.jobs.settle()
  }
}
