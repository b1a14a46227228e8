/** The way that a form names, with the day and the hour chosen for it: carrier and code. */
export function wayIn(form: FormData, name: string): string {
  const value = String(form.get(name) ?? '')
  const day = form.get(`day.${value}`)
  const code = day && form.get(`hour.${value}.${String(day)}`)
  return code ? `${value.slice(0, value.indexOf(':'))}:${String(code)}` : value
}
