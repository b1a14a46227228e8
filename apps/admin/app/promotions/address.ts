/** What the list beside a panel is narrowed by, as an address says it. */
export function listSearch(): string {
  const params = new URLSearchParams(location.search)
  params.delete('copy')
  const text = params.toString()
  return text && `?${text}`
}
