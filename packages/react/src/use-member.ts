import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { noTokens } from '@vitrine/client'
import { useCallback } from 'react'
import type { Shop } from './provider.ts'
import { useShopClient } from './provider.ts'

type Member = Awaited<ReturnType<Shop['members']['getCurrentMember']>>['member']

export type MemberState = UseQueryResult<Member | null> & {
  /** Ends the session in this browser; the next call begins a new visitor session. The cache is cleared. */
  readonly signOut: () => Promise<void>
}

/**
 * The signed-in member; `null` for a visitor. After a sign-in (`client.auth.setTokens`) call `refetch`.
 *
 * @example
 * const { data: member, signOut } = useMember()
 */
export function useMember(): MemberState {
  const { members, auth } = useShopClient()
  const queries = useQueryClient()
  const result = useQuery({
    queryKey: ['vitrine', 'member'],
    queryFn: async () => ((await auth.role()) === 'member' ? ((await members.getCurrentMember({})).member ?? null) : null),
  })
  const signOut = useCallback(async () => {
    await auth.setTokens(noTokens)
    await queries.resetQueries({ queryKey: ['vitrine'] })
  }, [auth, queries])
  return { ...result, signOut }
}
