import type { ServicePluginType } from '@vitrine/contract'
import type { Revised } from './revised.ts'

export type PluginType = ServicePluginType

/** A way in which a service recommends, as whoever runs it says. */
export interface PluginAlgorithm {
  readonly algorithmId: string
  readonly name: string
  readonly description: string
  readonly additionalInfo?: string
  readonly algorithmType: 'RELATED_ITEMS' | 'GLOBAL'
}

/** A service of somebody else's that is asked by HTTP; amounts are decimal text in the shop's currency. */
export interface PluginSettings extends Revised {
  readonly id: string
  /** The app that it belongs to; absent where that is its own id. */
  readonly appId?: string
  readonly type: PluginType
  readonly name: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly active: boolean
  /** As the platform has it, where nothing is said. */
  readonly timeoutMs?: number
  readonly backupRateRequired?: boolean
  readonly fallbackFee?: { readonly name: string; readonly amount: string }
  /** Absent for yes. */
  readonly answerRequired?: boolean
  readonly unsupportedCountries?: readonly string[]
  readonly algorithms?: readonly PluginAlgorithm[]
  /** Absent for no. */
  readonly requires3dSecureFallback?: boolean
  /** Absent for no. */
  readonly updatedMethods?: boolean
}

/** The app that a service belongs to: its requests are signed for it. */
export const appOf = ({ id, appId }: Pick<PluginSettings, 'id' | 'appId'>): string => appId ?? id
