import { createHash } from 'node:crypto'

/** Another one for each change of the values, and of nothing that lies beside them: that is no reason to refuse anybody. */
export const revisionOf = (values: object): string => createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16)
