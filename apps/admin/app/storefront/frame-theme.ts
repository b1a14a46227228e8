const asked = /\(prefers-color-scheme: (light|dark)\)/

/** Shows a page of the shop in one theme, whatever the device prefers: its styles go by the attribute, its pictures by their sources. */
export function showIn(theme: 'light' | 'dark', root: HTMLElement): void {
  root.dataset['theme'] = theme
  for (const source of root.querySelectorAll('source')) {
    const prefers = source.dataset['prefers'] ?? asked.exec(source.media)?.[1]
    if (prefers === undefined) continue
    source.dataset['prefers'] = prefers
    source.media = prefers === theme ? 'all' : 'not all'
  }
}
