import type { ParseArgsOptionsConfig } from 'node:util'

/** What a command was given, and what it writes to. */
export interface Given {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
  /** Aborts when the command is to end. */
  readonly signal: AbortSignal
}

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string
  /** What follows `vitrine`, and below it further notes. */
  readonly usage: string
  readonly options?: ParseArgsOptionsConfig
  /** Every word after the command is passed to a program of the server as it is. */
  readonly passesOn?: true
  /** Returns the exit code; nothing means 0. */
  readonly run: (given: Given) => Promise<number | undefined>
}

/** Wrong usage: exit code 2. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}

/** It failed, for a reason that the caller can fix: exit code 1. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo'
}

/** The text of an option. */
export const textOf = ({ options }: Given, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}
