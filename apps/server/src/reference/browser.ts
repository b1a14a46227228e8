/**
 * What the page does with script: filtering, copying, and expanding entities in place.
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
}
