import type { ParseArgsOptionsConfig } from 'node:util'

/** What a command was given, and what it writes to. */
export interface Given {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
  /** Goes off when the command is to end. */
  readonly signal: AbortSignal
}

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string
  /** What stands behind `vitrine`, and below it what else there is to know. */
  readonly usage: string
  readonly options?: ParseArgsOptionsConfig
  /** Every word after the command goes on to a program of the server as it is. */
  readonly passesOn?: true
  /** Answers the exit code; nothing means 0. */
  readonly run: (given: Given) => Promise<number | undefined>
}

/** The command was called wrongly: exit code 2. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}

/** It could not be done, for a reason that its caller can mend: exit code 1. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo'
}

/** The text of an option. */
export const textOf = ({ options }: Given, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}
