export const exportBegun = 'The export has begun. Your browser shows how far it is.'

/** Lets the browser fetch an export; the answer says what the file is called. */
export function fetchExport(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
