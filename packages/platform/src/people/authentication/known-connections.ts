import { newId } from '../../kernel/db/id.ts'

/** Under which ids the published client asks for them: `getAuthUrl(data, { idp: 'google' })`. */
const known: ReadonlyMap<string, string> = new Map([
  ['accounts.google.com', '0e6a50f5-b523-4e29-990d-f37fa2ffdd69'],
  ['www.facebook.com', '3ecad13f-52c3-483d-911f-31dbcf2a6d23'],
])

/** Connections with an id each. A new one gets the id that its provider is known by, as long as no other one has that. */
export function identified<C extends { readonly connectionId?: string | null | undefined; readonly issuer: string }>(
  connections: readonly C[],
): readonly (C & { readonly connectionId: string })[] {
  const taken = new Set(connections.map(({ connectionId }) => connectionId?.toLowerCase()))
  return connections.map((one) => {
    const published = known.get(URL.parse(one.issuer)?.hostname ?? '')
    const connectionId = one.connectionId ?? (published && !taken.has(published) ? published : newId())
    taken.add(connectionId)
    return { ...one, connectionId }
  })
}
