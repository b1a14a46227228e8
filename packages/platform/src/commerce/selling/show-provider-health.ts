import type { ProviderHealth } from '@vitrine/contract'
import type { StoredProviderHealth } from './provider-health.ts'

/** The providers of a shop as its merchant wants to know them: those that stand ready, and those that a region asks in vain. */
export function showProviderHealth(
  providers: readonly { readonly id: string; readonly name: string }[],
  asking: readonly { readonly regionId: string; readonly providerId: string }[],
  health: readonly StoredProviderHealth[],
): ProviderHealth[] {
  const ids = new Set([...providers.map(({ id }) => id), ...asking.map(({ providerId }) => providerId)])
  return [...ids].map((id) => {
    const provider = providers.find((one) => one.id === id)
    const { answeredAt, failure, failing } = health.find(({ providerId }) => providerId === id) ?? {}
    return {
      appId: id,
      name: provider?.name ?? '',
      active: provider !== undefined,
      regionIds: asking.flatMap(({ providerId, regionId }) => (providerId === id ? [regionId] : [])),
      failing: failing ?? false,
      ...(answeredAt && { lastAnsweredDate: answeredAt.toISOString() }),
      ...(failure && {
        lastFailure: { date: failure.at, sinceDate: failure.since, code: failure.code, description: failure.description },
      }),
    }
  })
}
