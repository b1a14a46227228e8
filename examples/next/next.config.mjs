import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Next would take a lockfile further up for the root. */
export default { turbopack: { root: dirname(fileURLToPath(import.meta.url)) } }
