/** pg-boss emits copies of errors, which are errors no more: told apart by their code or message, a database that is busy is no fault of the shop. */
export function emittedError(emitted: unknown): unknown {
  if (emitted instanceof Error || typeof emitted !== 'object' || emitted === null) return emitted
  const { message } = emitted as { readonly message?: unknown }
  return typeof message === 'string' ? Object.assign(new Error(message), emitted) : emitted
}
