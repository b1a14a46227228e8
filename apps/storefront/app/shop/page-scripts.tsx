import { useContext } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'
import { inScript } from './in-script.ts'
import startPage from './start-page.js?raw'

type Manifest = NonNullable<React.ContextType<typeof FrameworkContext>>['manifest']

/**
 * Replaces the framework's `Scripts`, so that visible content loads first: scripts are fetched after the page and its first pictures, or at the
 * first interaction. A button that is pressed before then and needs script shows as busy, and is pressed again once the script runs.
 */
export const PageScripts = () => (import.meta.env.SSR ? <Written /> : <Two of={['', '']} />)

/** In the browser the texts are empty, and hydration leaves the server's scripts as they are. */
const Two = ({ of: texts, nonce }: { of: readonly string[]; nonce?: string | undefined }) =>
  texts.map((text, at) => (
    // biome-ignore lint: our own text, and two scripts have no key but their index
    <script key={at} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
  ))

/** Rendered only on the server. */
function Written() {
  const framework = useContext(FrameworkContext)
  const router = useContext(DataRouterContext)
  if (!framework || !router) return null
  const { manifest, serverHandoffString, nonce, renderMeta } = framework
  // The framework streams its data only to a page that renders scripts.
  // oxlint-disable-next-line react/immutability -- its own `Scripts` does the same, and there is no other way
  if (renderMeta) renderMeta.didRenderScripts = true
  return <Two of={[handOff(serverHandoffString), start(manifest, router.router)]} nonce={nonce} />
}

/** Buffers the framework's data stream until its script runs. */
const handOff = (context: string | undefined) =>
  `window.__reactRouterContext=${context};window.__reactRouterContext.stream=new ReadableStream({start(c){window.__reactRouterContext.streamController=c}}).pipeThrough(new TextEncoderStream())`

function start(
  manifest: Manifest,
  { state }: { readonly state: { readonly matches: readonly { readonly route: { readonly id: string } }[] } },
): string {
  const routes = state.matches.flatMap(({ route: { id } }) => manifest.routes[id] ?? [])
  const { entry, url } = manifest
  const ahead = [
    ...new Set([
      ...entry.imports,
      ...routes.flatMap(({ imports = [] }) => imports),
      ...routes.map(({ module }) => module),
      url,
      entry.module,
    ]),
  ]
  const own = routes.map(({ id, module }) => [id, module])
  return `${script()}\nstartPage(${[url, entry.module, own, ahead].map(inScript).join()})`
}

/** Read only on the server, so that the browser's bundle does not contain the text again. */
const script = (): string => startPage.slice(startPage.indexOf('window')).replace(/\n\s*/g, '\n').trim()
