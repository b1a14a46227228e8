import type * as z from 'zod'
import type { RefusalCode } from './refusals.ts'
import type { Area, Right } from './rights.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A method and a full public path, such as `GET /ecom/v1/orders/{id}`: the identity of an operation everywhere. */
export type RouteLine = `${Method} /${string}`

/**
 * Who may call an operation. Each word includes the ones that can do more:
 * `anyone` needs no token at all, `visitor` any valid token, `member` a signed-in member (or staff),
 * `user` a site administrator or an app acting with an API key.
 */
export type Audience = 'anyone' | 'visitor' | 'member' | 'user'

/**
 * What a call costs the shop, and so how often it may be made: `read` looks something up, `price` calculates, `write` changes something,
 * `email` sends one, `film` lets a buyer upload one, and `guess` tries a secret that a person chose or that is short: a password, a code, a coupon,
 * a gift card, the email of an order.
 */
export type Cost = 'read' | 'price' | 'write' | 'email' | 'film' | 'guess'

export interface Operation {
  /** Who may call it. The platform checks this before the handler runs. */
  readonly as: Audience
  /**
   * Which right makes staff and programs its merchant, who see and change what belongs to others; without it they are visitors like any
   * other. An area means its `.write` where the operation writes, else its `.read`; by default, the area is the one of its path.
   */
  readonly merchant?: Area | Right
  /** One line for the reference page, in the imperative. */
  readonly summary: string
  /** Path parameters, and beside them the query of a GET or DELETE or the JSON body of the rest. */
  readonly input: z.ZodObject
  /** The answer, always sent with status 200; `{}` where there is nothing to return. */
  readonly ok: z.ZodType
  /** The refusals that are this operation's own; see `CommonCode` for those that any operation may return. */
  readonly errors: readonly RefusalCode[]
  /** A GET that is also served as a POST (the client falls back to it above 4000 characters of query): the path of that POST. */
  readonly twin?: `/${string}`
  /** A POST that changes nothing: it runs outside a transaction and takes no Idempotency-Key. */
  readonly reads?: true
  /** A POST that the published client sends as a GET although it changes something: it answers both, and a HEAD never. */
  readonly alsoGet?: true
  /** It also accepts a form (`application/x-www-form-urlencoded`), as OAuth has it. The others accept JSON alone. */
  readonly takesForm?: true
  /**
   * The list in its answer whose rows are about people, such as `orders`; `*` where all of it is about somebody. Bulk reads by staff and
   * programs are recorded in the audit log.
   */
  readonly personal?: string
  /** Its input or answer holds secrets, such as a password or a key that is shown once: none of it is stored in readable form. */
  readonly confidential?: true
  /** How its calls count towards limits; without it as a `read` or a `write`, by whether it changes something. */
  readonly cost?: Cost
  /** Fields of its input which hold a secret that could be guessed, with `[]` after a list: a call with one of them is a `guess` beside its own class. */
  readonly guesses?: readonly string[]
  /** Other paths under which the same operation answers. */
  readonly aliases?: readonly `/${string}`[]
}

export const operation = <const Op extends Operation>(op: Op): Op => op

type PathParams<Line extends string> = Line extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Outer}.${string}` ? Outer : Name) | PathParams<Rest>
  : never

/** Every `{name}` of a route line must be a field of its input (`{checkout.id}` one named `checkout`); else a type error on that line. */
type Sound<Ops> = {
  [Line in keyof Ops]: Line extends RouteLine
    ? Ops[Line] extends { input: z.ZodObject<infer Shape> }
      ? [PathParams<Line>] extends [keyof Shape]
        ? Ops[Line]
        : { input: `no field for a path parameter of ${Line}` }
      : never
    : never
}

export const operations = <const Ops extends Record<RouteLine, Operation>>(ops: Ops & Sound<Ops>): Ops => ops
