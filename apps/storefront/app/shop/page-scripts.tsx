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

interface Routes {
  readonly state: {
    readonly matches: readonly { readonly route: { readonly id: string } }[]
    readonly location: { readonly pathname: string }
  }
  readonly match: (path: string) => readonly { readonly route: { readonly id: string } }[] | null
}

/** The routes of the page and their parents; the browser requests others when it needs them. */
function routesOf({ routes }: Manifest, { state, match }: Routes) {
  const above = ['/']
  const segments = state.location.pathname.split('/').filter(Boolean)
  for (segments.pop(); segments.length > 0; segments.pop()) above.push(`/${segments.join('/')}`)
  const found = [...state.matches, ...above.flatMap((path) => match(path) ?? [])]
  return Object.fromEntries(found.map(({ route: { id } }) => [id, routes[id]]))
}

function start(manifest: Manifest, router: Routes): string {
  const own = router.state.matches.map(({ route }) => route.id)
  const routes = own.flatMap((id) => manifest.routes[id] ?? [])
  const { entry, url, version } = manifest
  const ahead = [
    ...new Set([...entry.imports, ...routes.flatMap(({ imports = [] }) => imports), ...routes.map(({ module }) => module), entry.module]),
  ]
  const said = Object.entries(routesOf(manifest, router)).map(([id, route]) => [id, brief(route, own.includes(id))])
  const given = [{ entry: { module: entry.module, imports: [] }, url, version, routes: Object.fromEntries(said) }, own, ahead]
  return `${script()}\nstartPage(${given.map(inScript).join()})`
}

/** Without false values, and without imports that the page loads anyway. */
const brief = (route: object | undefined, isOwn: boolean) =>
  Object.fromEntries(Object.entries(route ?? {}).filter(([name, value]) => value !== false && !(isOwn && name === 'imports')))

/** Read only on the server, so that the browser's bundle does not contain the text again. */
const script = (): string => startPage.slice(startPage.indexOf('window')).replace(/\n\s*/g, '\n').trim()
