import type { SystemCheck } from '@vitrine/contract'

/** What a start says of the checks of the system. */
export interface SystemReport {
  /** For the log, one line each. */
  readonly warnings: readonly { readonly check: SystemCheck['id']; readonly message: string }[]
  /** For whoever sits before it. */
  readonly summary: string
}

/** A shop on this machine alone is somebody trying things out: they are told how many things there are, and not each of them at every start. */
export function systemReport(checks: readonly SystemCheck[], origin: string): SystemReport {
  const open = checks.filter(({ status }) => status !== 'OK')
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)
  const things = open.length === 1 ? '1 thing' : `${open.length} things`
  return {
    warnings: isLocal ? [] : open.map(({ id, message }) => ({ check: id, message })),
    summary: open.length === 0 ? 'nothing to do' : `${things} to do before the shop goes public: ${origin}/admin/system`,
  }
}
