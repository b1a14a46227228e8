import type { SellingOptions } from './commerce/index.ts'
import type { KernelOptions } from './kernel/kernel.ts'
import type { PeopleOptions } from './people/index.ts'
import type { ServicesOptions, SystemFacts } from './shop/index.ts'

export interface PlatformOptions extends KernelOptions, ServicesOptions, PeopleOptions, SellingOptions {
  /** What the server knows of the proxies before it, for the checks of the system. */
  readonly proxies?: () => SystemFacts['proxies']
  /** Whether the database is the one that comes with Vitrine. */
  readonly embeddedDatabase?: boolean
  /** `false` leaves what is due by the clock to other processes, or to who calls `everyMinute`. */
  readonly schedules?: boolean
  readonly observe?: (line: string, status: number, milliseconds: number) => void
}
