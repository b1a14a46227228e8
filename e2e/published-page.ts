/** A page of somebody else's website: the published client as it was published, but for the host that it calls. */
import { members } from '@wix/members'
import { createClient, OAuthStrategy } from '@wix/sdk'

const { shop = '', client = '' } = document.documentElement.dataset
const own = window.fetch.bind(window)
window.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  if (!/(^|\.)wixapis\.com$/.test(url.hostname)) return own(input, init)
  const target = new URL(url.pathname + url.search, shop)
  return own(input instanceof Request ? new Request(target, input) : target, init)
}

const published = createClient({ modules: { members }, auth: OAuthStrategy({ clientId: client }) })
const heard: unknown[] = []
window.addEventListener('message', ({ data }) => heard.push(data))
Object.assign(window, { published, heard })

declare global {
  interface Window {
    published: typeof published
    /** What other windows have said to this one. */
    heard: readonly unknown[]
  }
}
