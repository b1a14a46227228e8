import type { Field } from '../csv/columns.ts'

/** Why a product cannot go in, as a sentence. */
export class Unfit {
  readonly message: string
  /** The cell that is to blame, where there is one. */
  readonly at: { readonly field: Field; readonly row?: number } | undefined
  constructor(message: string, at?: { readonly field: Field; readonly row?: number }) {
    this.message = message
    this.at = at
  }
}
