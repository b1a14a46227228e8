import { Refused } from '@vitrine/client'

interface Violations {
  readonly fieldViolations?: readonly { readonly field: string; readonly description?: string }[]
}

/** What the platform said of the fields of a form: by the form's own names for them. */
export function fieldErrors<Name extends string>(
  error: unknown,
  nameOf: (field: string) => Name | undefined,
): Partial<Record<Name, string>> | undefined {
  if (!(error instanceof Refused)) return undefined
  const all = (error.data as Violations | undefined)?.fieldViolations ?? []
  const said = all.flatMap(({ field, description }) => {
    const name = nameOf(field)
    return name ? [[name, `${description ?? 'This cannot be'}.`] as const] : []
  })
  return said.length > 0 ? (Object.fromEntries(said) as Partial<Record<Name, string>>) : undefined
}
