/** The name of an owner taken apart again: `visitor:<id>` is a buyer with a visitor id. */
export function ownerOf(owner: string): { visitorId?: string; memberId?: string; userId?: string; appId?: string } {
  const [kind, id] = owner.split(':') as [string, string]
  switch (kind) {
    case 'visitor':
      return { visitorId: id }
    case 'member':
      return { memberId: id }
    case 'user':
      return { userId: id }
    case 'app':
      return { appId: id }
    default:
      return {}
  }
}
