import { availableParallelism } from 'node:os'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { boundedQueue } from './bounded-queue.ts'
import { hashPassword, isPassword } from './passwords.ts'

/** Libuv's threads, which files and names share with argon2: one of them stays free. */
const threads = Math.max(1, Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) - 1)

/** At most so many at once in a process. */
export const checksAtOnce = Math.max(1, Math.min(availableParallelism(), threads))
/** So many more wait, about a second's worth; what is beyond is refused. */
export const checksWaiting = checksAtOnce * 32

/** Compares a password with its stored hash, and makes such hashes: seconds of a core's time, in a queue of their own. */
export interface PasswordChecks {
  matches(hashed: string | undefined, password: string): Promise<boolean | Refusal<'TOO_MANY_REQUESTS'>>
  hash(password: string): Promise<string | Refusal<'TOO_MANY_REQUESTS'>>
}

export interface PasswordWork {
  readonly verify: typeof isPassword
  readonly hash: typeof hashPassword
}

/** Argon2 on as many cores as there are, and a bounded queue before it. Who finds that full is refused at once, and holds up nobody. */
export function passwordChecks({ verify, hash }: PasswordWork = { verify: isPassword, hash: hashPassword }): PasswordChecks {
  const queue = boundedQueue({ atOnce: checksAtOnce, waiting: checksWaiting })
  const full = () => refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
  return {
    matches: async (hashed, password) => (await queue.run(() => verify(hashed, password))) ?? full(),
    hash: async (password) => (await queue.run(() => hash(password))) ?? full(),
  }
}
