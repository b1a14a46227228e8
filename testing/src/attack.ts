/** What somebody hostile tries, and what the shop answers. Literal texts only: `scripts/attacks.ts` reads them out of the source. */
export interface Attack {
  readonly area: Area
  readonly tries: string
  readonly answer: string
}

export type Area =
  | 'API keys and roles'
  | 'Tokens, OAuth, sessions'
  | 'Sign-in limits'
  | "Other people's data"
  | 'Money'
  | 'Input, files, HTTP'
  | 'Rate limits'
  | 'Personal data'
  | 'Operations and defaults'

/** The title of a test that is also a row of the table in `docs/security.md`: `test(attack({ … }), …)`. */
export const attack = ({ tries, answer }: Pick<Attack, 'tries' | 'answer'> & Partial<Attack>): string => `${tries}: ${answer}`
