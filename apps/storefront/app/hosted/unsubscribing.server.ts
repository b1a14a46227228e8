/** What somebody wants who comes from an email: by the form of the page, or by their mail program, which posts to the link itself (RFC 8058). */
export async function readUnsubscribing(request: Request): Promise<{ token: string; intent: string; id: string }> {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const inLink = new URL(request.url).searchParams.get('token') ?? ''
  return { token: (text('token') || inLink).slice(0, 2000), intent: text('intent') || 'stop', id: text('id') }
}
