/**
 * What the page does where scripts run: filtering, copying, unfolding entities in place, and trying operations out.
 * It is sent as its own text, so it knows nothing but the browser.
 */
export function browse(): void {
  const all = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document) => [
    ...within.querySelectorAll<E>(selector),
  ]
  const one = <E extends Element = HTMLElement>(selector: string) => document.querySelector<E>(selector)!

  // Filter: each word has to be somewhere in an operation's text.
  const filter = one<HTMLInputElement>('#filter')
  const count = one('#found')
  const groups = all('nav .group')
  const narrow = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    let shown = 0
    for (const group of groups) {
      let some = 0
      for (const item of all('li', group)) {
        const text = `${item.textContent} ${item.dataset['words']}`.toLowerCase()
        item.hidden = !words.every((word) => text.includes(word))
        if (!item.hidden) some++
      }
      group.hidden = some === 0
      shown += some
    }
    count.textContent = words.length === 0 ? '' : shown === 0 ? 'Nothing found' : `${shown} found`
  }
  filter.closest('form')!.hidden = false
  filter.addEventListener('input', narrow)
  filter.closest('form')!.addEventListener('submit', (event) => {
    event.preventDefault()
    all<HTMLAnchorElement>('nav .group:not([hidden]) li:not([hidden]) a')[0]?.click()
  })
  addEventListener('keydown', (event) => {
    if (event.key === '/' && !event.ctrlKey && !event.metaKey && !(event.target as HTMLElement).closest('input, textarea')) {
      event.preventDefault()
      if (filter.checkVisibility()) filter.focus()
      else one('#menu').click()
    }
    if (event.key === 'Escape' && event.target === filter && filter.value !== '') {
      event.preventDefault()
      filter.value = ''
      narrow()
    }
  })

  // The list of operations: closed again on small screens once something was chosen, and says where the reader is.
  const nav = one('nav')
  nav.addEventListener('click', (event) => {
    if ((event.target as HTMLElement).closest('a') && nav.matches(':popover-open')) nav.hidePopover()
  })
  const links = new Map(all<HTMLAnchorElement>('nav a').map((link) => [link.hash.slice(1), link]))
  const seen = new Set<Element>()
  let current: HTMLAnchorElement | undefined
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target)
      const [first] = [...seen].sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      const link = first && links.get(first.id)
      if (!link || link === current) return
      current?.removeAttribute('aria-current')
      link.setAttribute('aria-current', 'true')
      current = link
      if (nav.scrollHeight > nav.clientHeight) {
        const { top, bottom } = link.getBoundingClientRect()
        if (top < 80 || bottom > innerHeight - 40) nav.scrollTop += top - innerHeight / 3
      }
    },
    { rootMargin: '-10% 0px -70% 0px' },
  )
  for (const section of all('main [id]')) if (links.has(section.id)) watch.observe(section)

  // Copying what stands in a block.
  for (const block of all('pre.copy')) {
    const button = document.createElement('button')
    button.className = 'copier'
    button.type = 'button'
    button.textContent = 'Copy'
    button.setAttribute('aria-label', `Copy ${block.getAttribute('aria-label') ?? 'this'}`)
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.innerText)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 1500)
    })
    block.before(button)
  }

  // An entity that a field refers to, unfolded below the field.
  for (const item of all('.operation .fields li')) addUnfolding(item)
  function addUnfolding(item: HTMLElement): void {
    const link = item.querySelector<HTMLAnchorElement>(':scope > span a')
    const fields = link && document.getElementById(link.hash.slice(1))?.querySelector(':scope > .fields')
    if (!fields) return
    const details = document.createElement('details')
    const summary = document.createElement('summary')
    summary.textContent = `Fields of ${link.textContent}`
    details.append(summary)
    details.addEventListener('toggle', () => {
      if (details.childElementCount > 1) return
      const copy = fields.cloneNode(true) as HTMLElement
      details.append(copy)
      for (const inner of all('li', copy)) addUnfolding(inner)
    })
    item.append(details)
  }

  // Trying operations out, in the name of a visitor of the app whose client id was pasted.
  const client = one<HTMLInputElement>('#client-id')
  const who = one('#who')
  let token: { value: string; until: number; of: string } | undefined
  one('#caller').hidden = false
  try {
    client.value = sessionStorage.getItem('client-id') ?? ''
  } catch {}
  client.closest('form')!.addEventListener('submit', async (event) => {
    event.preventDefault()
    token = undefined
    await authorise()
  })

  async function authorise(): Promise<string> {
    const clientId = client.value.trim()
    if (clientId === '') return ''
    if (token?.of === clientId && token.until > Date.now()) return token.value
    const answer = await fetch('/oauth2/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ grantType: 'anonymous', clientId }),
    })
    const body = (await answer.json()) as { access_token: string; expires_in: number; message?: string }
    if (!answer.ok) {
      who.textContent = `${answer.status}: ${body.message}`
      return ''
    }
    token = { value: body.access_token, until: Date.now() + (body.expires_in - 60) * 1000, of: clientId }
    who.textContent = `You call as a new visitor, for ${Math.round(body.expires_in / 3600)} hours.`
    try {
      sessionStorage.setItem('client-id', clientId)
    } catch {}
    return token.value
  }

  const base64url = (text: string) =>
    btoa(String.fromCharCode(...new TextEncoder().encode(text)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')

  /** The address that the fields of a form make: plain, or packed into `.r` where a field holds JSON. */
  function addressOf(form: HTMLFormElement): string {
    let path = form.dataset['path']!
    const plain = new URLSearchParams()
    const packed: Record<string, unknown> = {}
    let deep = false
    for (const field of all<HTMLInputElement | HTMLTextAreaElement>('[name]', form)) {
      const value = field.value.trim()
      if (field.dataset['in'] === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(value))
      else if (value !== '' && field.dataset['in'] === 'json') {
        packed[field.name] = JSON.parse(value)
        deep = true
      } else if (value !== '') {
        plain.set(field.name, value)
        packed[field.name] = value
      }
    }
    const query = deep ? `.r=${base64url(JSON.stringify(packed))}` : plain.toString()
    return query === '' ? path : `${path}?${query}`
  }

  for (const form of all<HTMLFormElement>('form.try')) {
    form.hidden = false
    const result = form.querySelector<HTMLElement>('output')!
    const shown = form.querySelector<HTMLElement>('pre')!
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const button = form.querySelector('button')!
      button.disabled = true
      result.textContent = 'Asking …'
      shown.hidden = true
      try {
        const address = addressOf(form)
        const authorisation = form.dataset['as'] === 'anyone' && client.value.trim() === '' ? '' : await authorise()
        const started = performance.now()
        const answer = await fetch(address, { headers: authorisation === '' ? {} : { Authorization: authorisation } })
        const body = await answer.text()
        const took = Math.round(performance.now() - started)
        result.textContent = `${answer.status} · ${took} ms · request ${answer.headers.get('x-wix-request-id') ?? 'unnamed'}`
        result.className = answer.ok ? 'good' : 'bad'
        shown.textContent = readable(body)
        shown.hidden = false
      } catch (error) {
        result.textContent = error instanceof SyntaxError ? `No JSON: ${error.message}` : String(error)
        result.className = 'bad'
      } finally {
        button.disabled = false
      }
    })
  }

  function readable(body: string): string {
    try {
      const text = JSON.stringify(JSON.parse(body), undefined, 2)
      return text.length > 100_000
        ? `${text.slice(0, 100_000)}\n… and ${(text.length - 100_000).toLocaleString('en')} characters more`
        : text
    } catch {
      return body
    }
  }
}
