import type { Route } from './contract.ts'
import type { Cost, Operation } from './operation.ts'
import { isWrite } from './roles.ts'

/** How calls of an operation count towards limits. */
export const costOf = (line: Route, operation: Operation): Cost => operation.cost ?? (isWrite(line, operation) ? 'write' : 'read')
