import { createContext as createReactContext, useContext } from 'react'
import { createContext, type MetaDescriptor, type RouterContextProvider } from 'react-router'
import { inScript } from './in-script.ts'

/** Structured data of a page in the vocabulary of schema.org (JSON-LD). */
type LinkedData = readonly object[]

const ofPage = /* @__PURE__ */ createContext<LinkedData>([])
const ofDocument = /* @__PURE__ */ createReactContext<LinkedData>([])

/**
 * For loaders. In a document only the server writes it, since browsers do not use it; the returned value is for the head of a page reached by
 * client navigation.
 */
export function linkedData(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  ...said: LinkedData
): MetaDescriptor[] {
  if (new URL(request.url).pathname.endsWith('.data'))
    return said.map((one) => ({ 'script:ld+json': one as Extract<MetaDescriptor, { 'script:ld+json': unknown }>['script:ld+json'] }))
  ;(context as RouterContextProvider).set(ofPage, said)
  return []
}

/** For the server, once the loaders have answered. */
export const linkedDataOf = (context: Readonly<RouterContextProvider>): LinkedData => context.get(ofPage)
export const LinkedDataOf = ofDocument

/** Rendered only on the server; hydration leaves it in the head. */
export const LinkedDataScripts = () =>
  useContext(ofDocument).map((said, at) => (
    // biome-ignore lint: escaped, and the scripts have no key but their index
    <script key={at} type="application/ld+json" dangerouslySetInnerHTML={{ __html: inScript(said) }} />
  ))
